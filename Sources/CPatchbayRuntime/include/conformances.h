#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Which types of the program conform to a protocol, as the runtime of Swift lists them.
//
// Swift has only the opposite question, whether a type conforms. The runtime answers a no by reading every
// list of conformances in the program: 70,000 instructions for a type that it has not seen, and more with
// Foundation. A program has few types that conform to a protocol of this library, and many that do not.

// How many images of the program (the program itself and its libraries) have lists of conformances; -1 if the
// lists cannot be read. It grows when a library is loaded.
long patchbay_image_count(void);

// Writes the descriptors of the types that conform to the protocol of a descriptor to `types`, of which there
// are `room`, and returns how many there are; -1 if that cannot be said.
long patchbay_conforming_types(const void *protocol, const void **types, size_t room);

// Writes where each image of the program is in memory, its first address and its last, to `bounds`, which has
// room for two of `room` images, and returns how many there are; the first is after the last if an image is
// nowhere. A type that is declared outside of them was compiled while the program runs, as by the interpreter of
// Swift: the lists do not have its conformances. Signed, as Swift has the metadata of an array of `Int` at hand;
// that of a type declared here costs a program 35,000 instructions.
size_t patchbay_images(intptr_t *bounds, size_t room);

// The descriptor of a type's declaration; null for a type that is not declared, such as a tuple.
const void *patchbay_type_descriptor(const void *metadata);

// Writes the descriptor of the superclass of a declared class to `superclass`, null if it has none or if what is
// declared is not a class; returns whether that can be said.
bool patchbay_superclass_descriptor(const void *descriptor, const void **superclass);
