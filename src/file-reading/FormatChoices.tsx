import { NativeSelect } from '@mantine/core';
import { type Delimiter, ENCODINGS, type FileReading, type ReadChoices } from '#model/fileReading.ts';
import { delimiterOptions, encodingOptions } from '#model/text/readMessages.ts';

type Props = {
  reading: Pick<FileReading, 'encoding' | 'delimiter' | 'sheet'>;
  /** Statements have no columns. */
  isStatement?: boolean;
  isBusy?: boolean;
  onChoose: (choice: ReadChoices) => void;
};

/** A select for each of encoding, delimiter and sheet of a file, as far as it has them: what was recognised, and the others. */
export function FormatChoices({
  reading: { encoding, delimiter, sheet },
  isStatement = false,
  isBusy = false,
  onChoose,
}: Props) {
  return (
    <>
      {encoding && (
        <NativeSelect
          label="Encoding"
          disabled={isBusy}
          value={encoding.name}
          data={encodingOptions(encoding.others)}
          onChange={({ currentTarget: { value } }) => {
            const name = ENCODINGS.find((known) => known === value);
            if (name) onChoose({ encoding: name });
          }}
        />
      )}
      {encoding && !isStatement && (
        <NativeSelect
          label="Between the columns"
          disabled={isBusy}
          value={delimiter ?? ','}
          data={delimiterOptions}
          onChange={({ currentTarget: { value } }) => onChoose({ delimiter: value as Delimiter })}
        />
      )}
      {sheet && sheet.all.length > 1 && (
        <NativeSelect
          label="Sheet"
          disabled={isBusy}
          value={sheet.name}
          data={[...sheet.all]}
          onChange={({ currentTarget: { value } }) => onChoose({ sheet: value })}
        />
      )}
    </>
  );
}
