// What the smallest program with Patchbay is measured against.
print("ready")
