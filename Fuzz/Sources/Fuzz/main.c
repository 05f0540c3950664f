// Empty: libFuzzer has `main`, and calls `LLVMFuzzerTestOneInput` of FuzzTargets.
