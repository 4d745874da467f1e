import { Button } from '@mantine/core';
import { Toolbar } from '../../ui/Toolbar.tsx';

type Props = {
  /** Whether there is an analysis result: only then can one consolidate and download. */
  hasResult: boolean;
  canConsolidate: boolean;
  canAdd: boolean;
  canClear: boolean;
  isUploading: boolean;
  onConsolidate: () => void;
  onDownload: () => void;
  onAdd: () => void;
  onClear: () => void;
};

/** The buttons of the screen. */
export function UploadToolbar(props: Props) {
  return (
    <Toolbar label="Actions">
      <Button size="xs" disabled={!props.canAdd} loading={props.isUploading} onClick={props.onAdd}>
        Add to Firebase Database
      </Button>
      {props.hasResult && (
        <>
          <Button size="xs" variant="default" disabled={!props.canConsolidate} onClick={props.onConsolidate}>
            Perform Consolidation
          </Button>
          <Button size="xs" variant="default" onClick={props.onDownload}>
            Download as CSV
          </Button>
        </>
      )}
      <Button size="xs" variant="default" disabled={!props.canClear} onClick={props.onClear}>
        Clear
      </Button>
    </Toolbar>
  );
}
