type Word<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text;

/** Anything where the words are the names of all members, else the names that are missing or too many. */
type AllOf<Type, Words> = [keyof Type] extends [Words]
  ? [Words] extends [keyof Type]
    ? unknown
    : Exclude<Words, keyof Type>
  : Exclude<keyof Type, Words>;

const wordsOf = (texts: readonly string[]) => texts.flatMap((text) => text.split(' '));

/** The names of all members of a type, given with blanks between them: one too few or too many does not compile. */
export const namesOf =
  <Type>() =>
  <const Texts extends readonly string[]>(texts: Texts & AllOf<Type, Word<Texts[number]>>): string[] =>
    wordsOf(texts);

/** The paths of all methods of an API by its parts, given in the same way; a method of its own has no names. */
export const pathsOf =
  <Api>() =>
  <const Parts extends Readonly<Record<keyof Api, readonly string[]>>>(
    parts: Parts & { readonly [Part in keyof Api]: AllOf<Api[Part], Word<Parts[Part][number]>> },
  ): string[][] =>
    Object.entries<readonly string[]>(parts).flatMap(([part, texts]) =>
      texts.length === 0 ? [[part]] : wordsOf(texts).map((name) => [part, name]),
    );
