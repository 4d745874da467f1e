import { NOTHING_TO_UNDO } from '../undoKey.ts';
import { type FoldedText, fold, insert, isLarge } from './foldedText.ts';

/**
 * Keeps a text field fast under a large text (see {@link fold}) and behaves as if the field held all of it:
 * selecting everything and typing, deleting, copying or pasting means the whole text.
 */
export class FoldedField {
  readonly #field: HTMLTextAreaElement;
  readonly #onText: (text: string) => void;
  /** Asked before a text takes the place of all that there is; true: it was taken elsewhere, and the field stays. */
  takesWhole: (text: string) => boolean = () => false;
  readonly #end = new AbortController();
  #tail = '';

  /** Listens to `field` until {@link release}. `onText` is called with the text after each change. */
  constructor(field: HTMLTextAreaElement, text: string, onText: (text: string) => void) {
    this.#field = field;
    this.#onText = onText;
    this.#put(fold(text));
    const { signal } = this.#end;
    field.addEventListener('paste', this.#insert, { signal });
    field.addEventListener('beforeinput', this.#insert, { signal });
    field.addEventListener('input', this.#input, { signal });
    field.addEventListener('copy', this.#copy, { signal });
    field.addEventListener('cut', this.#copy, { signal });
  }

  get text(): string {
    return this.#field.value + this.#tail;
  }

  get isFolded(): boolean {
    return this.#tail !== '';
  }

  setText(text: string): void {
    this.#put(fold(text));
    this.#onText(text);
  }

  release(): void {
    this.#end.abort();
  }

  #put({ head, tail }: FoldedText): void {
    this.#tail = tail;
    this.#field.value = head;
    // The browser forgets with it what was typed.
    this.#field.toggleAttribute(NOTHING_TO_UNDO, true);
  }

  /**
   * A large insertion must never reach the field, which would lay it out line by line. A large paste is taken at its
   * first event: the browser needs a while to make the next one.
   */
  readonly #insert = (event: ClipboardEvent | InputEvent) => {
    const inserted = insertedText(event);
    const { selectionStart: start, selectionEnd: end, value: head, readOnly } = this.#field;
    const isWhole = start === 0 && end === head.length;
    const isTaken = isWhole && inserted.length >= 2 && !readOnly && this.takesWhole(inserted);
    if (isTaken) return event.preventDefault();
    const makesLarge = isLarge(inserted) || (inserted.length >= 2 && isLarge(head + inserted));
    if (makesLarge && !readOnly) {
      event.preventDefault();
      this.setText(insert({ head, tail: this.#tail }, { start, end }, inserted));
    } else if (event.type === 'beforeinput' && this.#isAllSelected()) this.#tail = '';
  };

  readonly #input = () => {
    this.#field.removeAttribute(NOTHING_TO_UNDO);
    const { value } = this.#field;
    if (value === '') this.#tail = '';
    // Inserted without the events above, as by a script.
    if (this.#tail === '' && isLarge(value)) this.#put(fold(value));
    this.#onText(this.text);
  };

  readonly #copy = (event: ClipboardEvent) => {
    if (!this.isFolded || !this.#isAllSelected()) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', this.text);
    if (event.type === 'cut') this.setText('');
  };

  #isAllSelected(): boolean {
    const { selectionStart, selectionEnd, value } = this.#field;
    return value !== '' && selectionStart === 0 && selectionEnd === value.length;
  }
}

function insertedText(event: ClipboardEvent | InputEvent): string {
  if (event instanceof ClipboardEvent) return event.clipboardData?.getData('text/plain') ?? '';
  return event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
}
