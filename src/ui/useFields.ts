import { type ChangeEvent, useState } from 'react';

/** The fields of a form, and what is wrong with them; `field` gives the input of one its text, its change and its error. */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [texts, setTexts] = useState(initial);
  const [errors, setErrors] = useState<{ readonly [Field in Name]?: string }>({});
  const field = (name: Name) => ({
    value: texts[name],
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      const { value } = currentTarget;
      // A password manager may fill several fields before this is drawn again.
      setTexts((now) => ({ ...now, [name]: value }));
    },
    error: errors[name],
  });
  return { texts, errors, setErrors, field };
}
