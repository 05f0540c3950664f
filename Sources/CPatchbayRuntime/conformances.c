// For `dl_iterate_phdr`.
#define _GNU_SOURCE

#include "conformances.h"

#include <string.h>

#if defined(__linux__) && __SIZEOF_POINTER__ == 8

#include <link.h>

// A part of what the compiler puts into each image; see MetadataSections in
// https://github.com/swiftlang/swift/blob/main/stdlib/public/SwiftShims/swift/shims/MetadataSections.h
struct range { uintptr_t start; size_t size; };
struct sections {
  uintptr_t version;
  const void *image;
  const void *unused[2];
  struct range protocols;
  struct range conformances;
  // Others follow; a new version adds some at the end.
};

// A conformance; see TargetProtocolConformanceDescriptor in
// https://github.com/swiftlang/swift/blob/main/include/swift/ABI/Metadata.h
struct conformance {
  int32_t protocol;
  int32_t type;
  int32_t table;
  uint32_t flags;
};

// Functions of the runtime, which Swift Testing calls to find the tests of a program.
extern void swift_enumerateAllMetadataSections(
    bool (*body)(const struct sections *sections, void *context), void *context);
extern const void *swift_getTypeContextDescriptor(const void *metadata);

// What a relative reference refers to: an offset from itself, or 0 for nothing.
static const void *target(const int32_t *reference) {
  return *reference == 0 ? NULL : (const char *)reference + *reference;
}

// The same, where the lowest bit says that there is the address of the address.
static const void *indirect_target(const int32_t *reference) {
  const char *place = (const char *)reference + (*reference & ~1);
  return *reference & 1 ? *(const void *const *)place : place;
}

static bool count_image(const struct sections *sections, void *context) {
  long *count = context;
  if (sections->version == 0) *count = -1;
  if (*count >= 0) ++*count;
  return true;
}

long patchbay_image_count(void) {
  long count = 0;
  swift_enumerateAllMetadataSections(count_image, &count);
  return count;
}

struct search {
  const void *protocol;
  const void **types;
  size_t room;
  long found;
};

// Adds the type of a conformance. Two descriptors may stand for one type that is declared in C, and a class of
// Objective-C has none: then nothing can be said.
static bool add(struct search *search, const struct conformance *conformance) {
  const void *type;
  switch (conformance->flags >> 3 & 7) {
    case 0: type = target(&conformance->type); break;
    case 1: type = *(const void *const *)target(&conformance->type); break;
    default: type = NULL;
  }
  const uint32_t is_unique = 0x40;
  if (type == NULL || !(*(const uint32_t *)type & is_unique)) {
    search->found = -1;
    return false;
  }
  if ((size_t)search->found < search->room) search->types[search->found] = type;
  ++search->found;
  return true;
}

static bool search_image(const struct sections *sections, void *context) {
  struct search *search = context;
  const int32_t *reference = (const int32_t *)sections->conformances.start;
  const int32_t *end = reference + sections->conformances.size / sizeof(int32_t);
  for (; reference < end; ++reference) {
    const struct conformance *conformance = target(reference);
    if (conformance == NULL) continue;
    if (indirect_target(&conformance->protocol) != search->protocol) continue;
    if (!add(search, conformance)) return false;
  }
  return true;
}

long patchbay_conforming_types(const void *protocol, const void **types, size_t room) {
  struct search search = {protocol, types, room, 0};
  swift_enumerateAllMetadataSections(search_image, &search);
  return search.found;
}

struct images {
  intptr_t *bounds;
  size_t room;
  size_t found;
};

static int add_image(struct dl_phdr_info *info, size_t size, void *context) {
  struct images *images = context;
  uintptr_t first = UINTPTR_MAX, last = 0;
  for (int index = 0; index < info->dlpi_phnum; ++index) {
    if (info->dlpi_phdr[index].p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[index].p_vaddr;
    uintptr_t end = start + info->dlpi_phdr[index].p_memsz - 1;
    if (start < first) first = start;
    if (end > last) last = end;
  }
  if (images->found < images->room) {
    images->bounds[2 * images->found] = (intptr_t)first;
    images->bounds[2 * images->found + 1] = (intptr_t)last;
  }
  ++images->found;
  return 0;
}

size_t patchbay_images(intptr_t *bounds, size_t room) {
  struct images images = {bounds, room, 0};
  dl_iterate_phdr(add_image, &images);
  return images.found;
}

const void *patchbay_type_descriptor(const void *metadata) {
  return swift_getTypeContextDescriptor(metadata);
}

// The descriptor of a class; see TargetClassDescriptor in
// https://github.com/swiftlang/swift/blob/main/include/swift/ABI/Metadata.h
struct class {
  uint32_t flags;
  int32_t parent;
  int32_t name;
  int32_t access;
  int32_t fields;
  int32_t superclass;
};

bool patchbay_superclass_descriptor(const void *descriptor, const void **superclass) {
  const struct class *class = descriptor;
  *superclass = NULL;
  const uint32_t kind = class->flags & 0x1f, kind_of_class = 16;
  if (kind != kind_of_class || class->superclass == 0) return true;
  // A name that begins with a reference, as that of every type that is declared in Swift; see "Symbolic references"
  // in https://github.com/swiftlang/swift/blob/main/docs/ABI/Mangling.rst
  const char *name = target(&class->superclass);
  int32_t offset;
  memcpy(&offset, name + 1, sizeof(offset));
  const char *place = name + 1 + offset;
  switch (*name) {
    case 1: *superclass = place; return true;
    case 2: *superclass = *(const void *const *)place; return true;
    default: return false;
  }
}

#else

// Elsewhere the lists are not of this form, or the system has looked them up in advance.
long patchbay_image_count(void) { return -1; }
long patchbay_conforming_types(const void *protocol, const void **types, size_t room) { return -1; }
size_t patchbay_images(intptr_t *bounds, size_t room) { return 0; }
const void *patchbay_type_descriptor(const void *metadata) { return NULL; }
bool patchbay_superclass_descriptor(const void *descriptor, const void **superclass) { return false; }

#endif
