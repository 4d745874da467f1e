import { type FoldedText, fold, insert, isLarge } from './foldedText.ts';

/**
 * Keeps a text field fast under a large text (see {@link fold}) and behaves as if the field held all of it:
 * selecting everything and typing, deleting, copying or pasting means the whole text.
 */
export class FoldedField {
  readonly #field: HTMLTextAreaElement;
  readonly #onText: (text: string) => void;
  #tail = '';

  /** Listens to `field` until {@link release}; `onText` is called when the text has changed. */
  constructor(field: HTMLTextAreaElement, text: string, onText: (text: string) => void) {
    this.#field = field;
    this.#onText = onText;
    this.#put(fold(text));
    field.addEventListener('paste', this.#paste);
    field.addEventListener('beforeinput', this.#beforeInput);
    field.addEventListener('input', this.#input);
    field.addEventListener('copy', this.#copy);
    field.addEventListener('cut', this.#copy);
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
    this.#field.removeEventListener('paste', this.#paste);
    this.#field.removeEventListener('beforeinput', this.#beforeInput);
    this.#field.removeEventListener('input', this.#input);
    this.#field.removeEventListener('copy', this.#copy);
    this.#field.removeEventListener('cut', this.#copy);
  }

  #put({ head, tail }: FoldedText): void {
    this.#tail = tail;
    this.#field.value = head;
  }

  /** Taken here already: the browser takes a while to make the next event of a large paste. */
  readonly #paste = (event: ClipboardEvent) => {
    if (this.#takeIfLarge(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  };

  readonly #beforeInput = (event: InputEvent) => {
    const inserted = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    if (this.#takeIfLarge(inserted)) event.preventDefault();
    else if (this.#isAllSelected()) this.#tail = '';
  };

  /** A large insertion must never reach the field: it would be laid out line by line first. */
  #takeIfLarge(inserted: string): boolean {
    const { selectionStart: start, selectionEnd: end, value: head, readOnly } = this.#field;
    if (readOnly) return false;
    if (!isLarge(inserted) && (inserted.length < 2 || !isLarge(head + inserted))) return false;
    this.setText(insert({ head, tail: this.#tail }, { start, end }, inserted));
    return true;
  }

  readonly #input = () => {
    const { value } = this.#field;
    if (value === '') this.#tail = '';
    // What came in by another way than the keyboard, such as a script.
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
