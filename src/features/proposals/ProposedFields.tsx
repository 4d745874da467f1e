import type { ReactNode } from 'react';
import { PlainField, type PlainFieldProps } from '../../ui/PlainField.tsx';

/** What is proposed, as it is typed. */
export type ProposedText = { readonly keyword: string; readonly account: string };

type Props = Pick<PlainFieldProps, 'ref' | 'isFirst' | 'autoFocus' | 'aria-describedby'> & {
  fields: ProposedText;
  /** Between the fields. */
  children?: ReactNode;
  onChange: (fields: ProposedText) => void;
};

/** The keyword and the account of a proposal, editable. */
export function ProposedFields({ fields, children, onChange, ...ofKeyword }: Props) {
  const field = (name: keyof ProposedText, label: string, props = {}) => (
    <PlainField
      {...props}
      label={label}
      value={fields[name]}
      onText={(text) => onChange({ ...fields, [name]: text })}
    />
  );
  return (
    <>
      {field('keyword', 'Keyword', ofKeyword)}
      {children}
      {field('account', 'GL Account')}
    </>
  );
}
