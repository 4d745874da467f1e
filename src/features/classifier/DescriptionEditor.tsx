import { type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './DescriptionEditor.module.css';

type Props = {
  row: number;
  text: string;
  onSave: (text: string) => void;
  onEnd: (to: 'same' | 'next' | 'account' | 'elsewhere') => void;
};

/** The description of one row while it is edited: Enter and Tab save, so does leaving it; Escape does not. */
export function DescriptionEditor({ row, text, onSave, onEnd }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function end(to: 'same' | 'next' | 'account' | 'elsewhere', isSaved: boolean): void {
    // The editor also loses the focus when it is taken away.
    if (isOver.current) return;
    isOver.current = true;
    if (isSaved && input.current) onSave(input.current.value);
    onEnd(to);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // The keys of the editor are not those of the list; and Enter may only confirm a composed word.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end('next', true);
    else if (event.key === 'Escape') end('same', false);
    else if (event.key === 'Tab') end(event.shiftKey ? 'same' : 'account', true);
    else return;
    event.preventDefault();
  }

  return (
    <input
      ref={input}
      className={styles['editor']}
      aria-label={`Description of row ${row + 1}`}
      defaultValue={text}
      spellCheck={false}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onBlur={() => end('elsewhere', true)}
    />
  );
}
