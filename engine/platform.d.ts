export {};

/** What browsers and Node both have, as far as the engine uses it. */
declare global {
  class TextDecoder {
    constructor(label?: string, options?: { readonly fatal?: boolean });
    readonly encoding: string;
    decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
  }

  class TextEncoder {
    encode(text: string): Uint8Array;
  }

  interface AbortSignal {
    readonly aborted: boolean;
    throwIfAborted(): void;
  }
}
