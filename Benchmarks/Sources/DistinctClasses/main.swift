import Patchbay

// A hundred services, each of a class of its own: what the runtime looks up for each class counts here,
// and not where a case resolves services of one class.

final class C0: Sendable {}
final class C1: Sendable { let next: C0; init(_ next: C0) { self.next = next } }
final class C2: Sendable { let next: C1; init(_ next: C1) { self.next = next } }
final class C3: Sendable { let next: C2; init(_ next: C2) { self.next = next } }
final class C4: Sendable { let next: C3; init(_ next: C3) { self.next = next } }
final class C5: Sendable { let next: C4; init(_ next: C4) { self.next = next } }
final class C6: Sendable { let next: C5; init(_ next: C5) { self.next = next } }
final class C7: Sendable { let next: C6; init(_ next: C6) { self.next = next } }
final class C8: Sendable { let next: C7; init(_ next: C7) { self.next = next } }
final class C9: Sendable { let next: C8; init(_ next: C8) { self.next = next } }
final class C10: Sendable { let next: C9; init(_ next: C9) { self.next = next } }
final class C11: Sendable { let next: C10; init(_ next: C10) { self.next = next } }
final class C12: Sendable { let next: C11; init(_ next: C11) { self.next = next } }
final class C13: Sendable { let next: C12; init(_ next: C12) { self.next = next } }
final class C14: Sendable { let next: C13; init(_ next: C13) { self.next = next } }
final class C15: Sendable { let next: C14; init(_ next: C14) { self.next = next } }
final class C16: Sendable { let next: C15; init(_ next: C15) { self.next = next } }
final class C17: Sendable { let next: C16; init(_ next: C16) { self.next = next } }
final class C18: Sendable { let next: C17; init(_ next: C17) { self.next = next } }
final class C19: Sendable { let next: C18; init(_ next: C18) { self.next = next } }
final class C20: Sendable { let next: C19; init(_ next: C19) { self.next = next } }
final class C21: Sendable { let next: C20; init(_ next: C20) { self.next = next } }
final class C22: Sendable { let next: C21; init(_ next: C21) { self.next = next } }
final class C23: Sendable { let next: C22; init(_ next: C22) { self.next = next } }
final class C24: Sendable { let next: C23; init(_ next: C23) { self.next = next } }
final class C25: Sendable { let next: C24; init(_ next: C24) { self.next = next } }
final class C26: Sendable { let next: C25; init(_ next: C25) { self.next = next } }
final class C27: Sendable { let next: C26; init(_ next: C26) { self.next = next } }
final class C28: Sendable { let next: C27; init(_ next: C27) { self.next = next } }
final class C29: Sendable { let next: C28; init(_ next: C28) { self.next = next } }
final class C30: Sendable { let next: C29; init(_ next: C29) { self.next = next } }
final class C31: Sendable { let next: C30; init(_ next: C30) { self.next = next } }
final class C32: Sendable { let next: C31; init(_ next: C31) { self.next = next } }
final class C33: Sendable { let next: C32; init(_ next: C32) { self.next = next } }
final class C34: Sendable { let next: C33; init(_ next: C33) { self.next = next } }
final class C35: Sendable { let next: C34; init(_ next: C34) { self.next = next } }
final class C36: Sendable { let next: C35; init(_ next: C35) { self.next = next } }
final class C37: Sendable { let next: C36; init(_ next: C36) { self.next = next } }
final class C38: Sendable { let next: C37; init(_ next: C37) { self.next = next } }
final class C39: Sendable { let next: C38; init(_ next: C38) { self.next = next } }
final class C40: Sendable { let next: C39; init(_ next: C39) { self.next = next } }
final class C41: Sendable { let next: C40; init(_ next: C40) { self.next = next } }
final class C42: Sendable { let next: C41; init(_ next: C41) { self.next = next } }
final class C43: Sendable { let next: C42; init(_ next: C42) { self.next = next } }
final class C44: Sendable { let next: C43; init(_ next: C43) { self.next = next } }
final class C45: Sendable { let next: C44; init(_ next: C44) { self.next = next } }
final class C46: Sendable { let next: C45; init(_ next: C45) { self.next = next } }
final class C47: Sendable { let next: C46; init(_ next: C46) { self.next = next } }
final class C48: Sendable { let next: C47; init(_ next: C47) { self.next = next } }
final class C49: Sendable { let next: C48; init(_ next: C48) { self.next = next } }
final class C50: Sendable { let next: C49; init(_ next: C49) { self.next = next } }
final class C51: Sendable { let next: C50; init(_ next: C50) { self.next = next } }
final class C52: Sendable { let next: C51; init(_ next: C51) { self.next = next } }
final class C53: Sendable { let next: C52; init(_ next: C52) { self.next = next } }
final class C54: Sendable { let next: C53; init(_ next: C53) { self.next = next } }
final class C55: Sendable { let next: C54; init(_ next: C54) { self.next = next } }
final class C56: Sendable { let next: C55; init(_ next: C55) { self.next = next } }
final class C57: Sendable { let next: C56; init(_ next: C56) { self.next = next } }
final class C58: Sendable { let next: C57; init(_ next: C57) { self.next = next } }
final class C59: Sendable { let next: C58; init(_ next: C58) { self.next = next } }
final class C60: Sendable { let next: C59; init(_ next: C59) { self.next = next } }
final class C61: Sendable { let next: C60; init(_ next: C60) { self.next = next } }
final class C62: Sendable { let next: C61; init(_ next: C61) { self.next = next } }
final class C63: Sendable { let next: C62; init(_ next: C62) { self.next = next } }
final class C64: Sendable { let next: C63; init(_ next: C63) { self.next = next } }
final class C65: Sendable { let next: C64; init(_ next: C64) { self.next = next } }
final class C66: Sendable { let next: C65; init(_ next: C65) { self.next = next } }
final class C67: Sendable { let next: C66; init(_ next: C66) { self.next = next } }
final class C68: Sendable { let next: C67; init(_ next: C67) { self.next = next } }
final class C69: Sendable { let next: C68; init(_ next: C68) { self.next = next } }
final class C70: Sendable { let next: C69; init(_ next: C69) { self.next = next } }
final class C71: Sendable { let next: C70; init(_ next: C70) { self.next = next } }
final class C72: Sendable { let next: C71; init(_ next: C71) { self.next = next } }
final class C73: Sendable { let next: C72; init(_ next: C72) { self.next = next } }
final class C74: Sendable { let next: C73; init(_ next: C73) { self.next = next } }
final class C75: Sendable { let next: C74; init(_ next: C74) { self.next = next } }
final class C76: Sendable { let next: C75; init(_ next: C75) { self.next = next } }
final class C77: Sendable { let next: C76; init(_ next: C76) { self.next = next } }
final class C78: Sendable { let next: C77; init(_ next: C77) { self.next = next } }
final class C79: Sendable { let next: C78; init(_ next: C78) { self.next = next } }
final class C80: Sendable { let next: C79; init(_ next: C79) { self.next = next } }
final class C81: Sendable { let next: C80; init(_ next: C80) { self.next = next } }
final class C82: Sendable { let next: C81; init(_ next: C81) { self.next = next } }
final class C83: Sendable { let next: C82; init(_ next: C82) { self.next = next } }
final class C84: Sendable { let next: C83; init(_ next: C83) { self.next = next } }
final class C85: Sendable { let next: C84; init(_ next: C84) { self.next = next } }
final class C86: Sendable { let next: C85; init(_ next: C85) { self.next = next } }
final class C87: Sendable { let next: C86; init(_ next: C86) { self.next = next } }
final class C88: Sendable { let next: C87; init(_ next: C87) { self.next = next } }
final class C89: Sendable { let next: C88; init(_ next: C88) { self.next = next } }
final class C90: Sendable { let next: C89; init(_ next: C89) { self.next = next } }
final class C91: Sendable { let next: C90; init(_ next: C90) { self.next = next } }
final class C92: Sendable { let next: C91; init(_ next: C91) { self.next = next } }
final class C93: Sendable { let next: C92; init(_ next: C92) { self.next = next } }
final class C94: Sendable { let next: C93; init(_ next: C93) { self.next = next } }
final class C95: Sendable { let next: C94; init(_ next: C94) { self.next = next } }
final class C96: Sendable { let next: C95; init(_ next: C95) { self.next = next } }
final class C97: Sendable { let next: C96; init(_ next: C96) { self.next = next } }
final class C98: Sendable { let next: C97; init(_ next: C97) { self.next = next } }
final class C99: Sendable { let next: C98; init(_ next: C98) { self.next = next } }

let container = try Container {
  Provide("c0", as: C0.self) { C0() }
  Provide("c1", as: C1.self, .service("c0", as: C0.self), make: C1.init)
  Provide("c2", as: C2.self, .service("c1", as: C1.self), make: C2.init)
  Provide("c3", as: C3.self, .service("c2", as: C2.self), make: C3.init)
  Provide("c4", as: C4.self, .service("c3", as: C3.self), make: C4.init)
  Provide("c5", as: C5.self, .service("c4", as: C4.self), make: C5.init)
  Provide("c6", as: C6.self, .service("c5", as: C5.self), make: C6.init)
  Provide("c7", as: C7.self, .service("c6", as: C6.self), make: C7.init)
  Provide("c8", as: C8.self, .service("c7", as: C7.self), make: C8.init)
  Provide("c9", as: C9.self, .service("c8", as: C8.self), make: C9.init)
  Provide("c10", as: C10.self, .service("c9", as: C9.self), make: C10.init)
  Provide("c11", as: C11.self, .service("c10", as: C10.self), make: C11.init)
  Provide("c12", as: C12.self, .service("c11", as: C11.self), make: C12.init)
  Provide("c13", as: C13.self, .service("c12", as: C12.self), make: C13.init)
  Provide("c14", as: C14.self, .service("c13", as: C13.self), make: C14.init)
  Provide("c15", as: C15.self, .service("c14", as: C14.self), make: C15.init)
  Provide("c16", as: C16.self, .service("c15", as: C15.self), make: C16.init)
  Provide("c17", as: C17.self, .service("c16", as: C16.self), make: C17.init)
  Provide("c18", as: C18.self, .service("c17", as: C17.self), make: C18.init)
  Provide("c19", as: C19.self, .service("c18", as: C18.self), make: C19.init)
  Provide("c20", as: C20.self, .service("c19", as: C19.self), make: C20.init)
  Provide("c21", as: C21.self, .service("c20", as: C20.self), make: C21.init)
  Provide("c22", as: C22.self, .service("c21", as: C21.self), make: C22.init)
  Provide("c23", as: C23.self, .service("c22", as: C22.self), make: C23.init)
  Provide("c24", as: C24.self, .service("c23", as: C23.self), make: C24.init)
  Provide("c25", as: C25.self, .service("c24", as: C24.self), make: C25.init)
  Provide("c26", as: C26.self, .service("c25", as: C25.self), make: C26.init)
  Provide("c27", as: C27.self, .service("c26", as: C26.self), make: C27.init)
  Provide("c28", as: C28.self, .service("c27", as: C27.self), make: C28.init)
  Provide("c29", as: C29.self, .service("c28", as: C28.self), make: C29.init)
  Provide("c30", as: C30.self, .service("c29", as: C29.self), make: C30.init)
  Provide("c31", as: C31.self, .service("c30", as: C30.self), make: C31.init)
  Provide("c32", as: C32.self, .service("c31", as: C31.self), make: C32.init)
  Provide("c33", as: C33.self, .service("c32", as: C32.self), make: C33.init)
  Provide("c34", as: C34.self, .service("c33", as: C33.self), make: C34.init)
  Provide("c35", as: C35.self, .service("c34", as: C34.self), make: C35.init)
  Provide("c36", as: C36.self, .service("c35", as: C35.self), make: C36.init)
  Provide("c37", as: C37.self, .service("c36", as: C36.self), make: C37.init)
  Provide("c38", as: C38.self, .service("c37", as: C37.self), make: C38.init)
  Provide("c39", as: C39.self, .service("c38", as: C38.self), make: C39.init)
  Provide("c40", as: C40.self, .service("c39", as: C39.self), make: C40.init)
  Provide("c41", as: C41.self, .service("c40", as: C40.self), make: C41.init)
  Provide("c42", as: C42.self, .service("c41", as: C41.self), make: C42.init)
  Provide("c43", as: C43.self, .service("c42", as: C42.self), make: C43.init)
  Provide("c44", as: C44.self, .service("c43", as: C43.self), make: C44.init)
  Provide("c45", as: C45.self, .service("c44", as: C44.self), make: C45.init)
  Provide("c46", as: C46.self, .service("c45", as: C45.self), make: C46.init)
  Provide("c47", as: C47.self, .service("c46", as: C46.self), make: C47.init)
  Provide("c48", as: C48.self, .service("c47", as: C47.self), make: C48.init)
  Provide("c49", as: C49.self, .service("c48", as: C48.self), make: C49.init)
  Provide("c50", as: C50.self, .service("c49", as: C49.self), make: C50.init)
  Provide("c51", as: C51.self, .service("c50", as: C50.self), make: C51.init)
  Provide("c52", as: C52.self, .service("c51", as: C51.self), make: C52.init)
  Provide("c53", as: C53.self, .service("c52", as: C52.self), make: C53.init)
  Provide("c54", as: C54.self, .service("c53", as: C53.self), make: C54.init)
  Provide("c55", as: C55.self, .service("c54", as: C54.self), make: C55.init)
  Provide("c56", as: C56.self, .service("c55", as: C55.self), make: C56.init)
  Provide("c57", as: C57.self, .service("c56", as: C56.self), make: C57.init)
  Provide("c58", as: C58.self, .service("c57", as: C57.self), make: C58.init)
  Provide("c59", as: C59.self, .service("c58", as: C58.self), make: C59.init)
  Provide("c60", as: C60.self, .service("c59", as: C59.self), make: C60.init)
  Provide("c61", as: C61.self, .service("c60", as: C60.self), make: C61.init)
  Provide("c62", as: C62.self, .service("c61", as: C61.self), make: C62.init)
  Provide("c63", as: C63.self, .service("c62", as: C62.self), make: C63.init)
  Provide("c64", as: C64.self, .service("c63", as: C63.self), make: C64.init)
  Provide("c65", as: C65.self, .service("c64", as: C64.self), make: C65.init)
  Provide("c66", as: C66.self, .service("c65", as: C65.self), make: C66.init)
  Provide("c67", as: C67.self, .service("c66", as: C66.self), make: C67.init)
  Provide("c68", as: C68.self, .service("c67", as: C67.self), make: C68.init)
  Provide("c69", as: C69.self, .service("c68", as: C68.self), make: C69.init)
  Provide("c70", as: C70.self, .service("c69", as: C69.self), make: C70.init)
  Provide("c71", as: C71.self, .service("c70", as: C70.self), make: C71.init)
  Provide("c72", as: C72.self, .service("c71", as: C71.self), make: C72.init)
  Provide("c73", as: C73.self, .service("c72", as: C72.self), make: C73.init)
  Provide("c74", as: C74.self, .service("c73", as: C73.self), make: C74.init)
  Provide("c75", as: C75.self, .service("c74", as: C74.self), make: C75.init)
  Provide("c76", as: C76.self, .service("c75", as: C75.self), make: C76.init)
  Provide("c77", as: C77.self, .service("c76", as: C76.self), make: C77.init)
  Provide("c78", as: C78.self, .service("c77", as: C77.self), make: C78.init)
  Provide("c79", as: C79.self, .service("c78", as: C78.self), make: C79.init)
  Provide("c80", as: C80.self, .service("c79", as: C79.self), make: C80.init)
  Provide("c81", as: C81.self, .service("c80", as: C80.self), make: C81.init)
  Provide("c82", as: C82.self, .service("c81", as: C81.self), make: C82.init)
  Provide("c83", as: C83.self, .service("c82", as: C82.self), make: C83.init)
  Provide("c84", as: C84.self, .service("c83", as: C83.self), make: C84.init)
  Provide("c85", as: C85.self, .service("c84", as: C84.self), make: C85.init)
  Provide("c86", as: C86.self, .service("c85", as: C85.self), make: C86.init)
  Provide("c87", as: C87.self, .service("c86", as: C86.self), make: C87.init)
  Provide("c88", as: C88.self, .service("c87", as: C87.self), make: C88.init)
  Provide("c89", as: C89.self, .service("c88", as: C88.self), make: C89.init)
  Provide("c90", as: C90.self, .service("c89", as: C89.self), make: C90.init)
  Provide("c91", as: C91.self, .service("c90", as: C90.self), make: C91.init)
  Provide("c92", as: C92.self, .service("c91", as: C91.self), make: C92.init)
  Provide("c93", as: C93.self, .service("c92", as: C92.self), make: C93.init)
  Provide("c94", as: C94.self, .service("c93", as: C93.self), make: C94.init)
  Provide("c95", as: C95.self, .service("c94", as: C94.self), make: C95.init)
  Provide("c96", as: C96.self, .service("c95", as: C95.self), make: C96.init)
  Provide("c97", as: C97.self, .service("c96", as: C96.self), make: C97.init)
  Provide("c98", as: C98.self, .service("c97", as: C97.self), make: C98.init)
  Provide("c99", as: C99.self, .service("c98", as: C98.self), make: C99.init)
}
_ = try container.resolve("c99", as: C99.self)
print("ready")
