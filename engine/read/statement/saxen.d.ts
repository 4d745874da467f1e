/** What is used of the XML parser, which comes without types. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: 'openTag',
      listener: (
        name: string,
        attributes: () => Readonly<Record<string, string>> | false,
        decode: Decode,
        isSelfClosing: boolean,
      ) => void,
    ): this;
    on(event: 'closeTag', listener: (name: string) => void): this;
    on(event: 'text', listener: (text: string, decode: Decode) => void): this;
    on(event: 'attention', listener: (text: string) => void): this;
    on(event: 'cdata' | 'comment' | 'question', listener: (text: string) => void): this;
    on(event: 'error' | 'warn', listener: (error: Error) => void): this;
    write(xml: string): this;
    end(): Error | null;
  }
}
