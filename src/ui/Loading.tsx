import { Center, Loader } from '@mantine/core';

/** In place of a page that is on its way. */
export function Loading() {
  return (
    <Center mih="50vh">
      <Loader role="status" aria-label="Loading" />
    </Center>
  );
}
