import { NativeSelect } from '@mantine/core';
import type { ChartFile } from '#contract/chart.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { delimiterOptions, encodingOptions } from '#model/readMessages.ts';
import styles from './accounts.module.css';

type Props = { name: string; file: ChartFile; onChoose: (choice: ReadChoices) => void };

/** How a file was read, and what can be chosen instead: encoding, delimiter and sheet. */
export function FileChoices({ name, file: { encoding, delimiter, sheet }, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent off together
    <div role="group" aria-label={`How ${name} was read`} className={styles['columns']}>
      {encoding && (
        <Choice
          label="Encoding"
          value={encoding.name}
          options={encodingOptions(encoding.others)}
          onChoose={(value) => onChoose({ encoding: value })}
        />
      )}
      {encoding && (
        <Choice
          label="Between the columns"
          value={delimiter ?? ','}
          options={delimiterOptions}
          onChoose={(value) => onChoose({ delimiter: value })}
        />
      )}
      {sheet && sheet.all.length > 1 && (
        <Choice
          label="Sheet"
          value={sheet.name}
          options={sheet.all.map((value) => ({ value, label: value }))}
          onChoose={(value) => onChoose({ sheet: value })}
        />
      )}
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      data={[...options]}
      onChange={({ currentTarget }) => {
        const chosen = options[currentTarget.selectedIndex];
        if (chosen !== undefined) onChoose(chosen.value);
      }}
    />
  );
}
