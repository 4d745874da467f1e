/** An element with what is in it, names without their prefixes. */
export type XmlNode = {
  readonly name: string;
  /** The attribute Ccy: the only one that statements have inside payments. */
  readonly currency: string;
  readonly children: XmlNode[];
  text: string;
};

/** The elements at a path of names below `node`. */
export function nodesAt(node: XmlNode, ...path: readonly string[]): readonly XmlNode[] {
  return path.reduce<readonly XmlNode[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [node],
  );
}

/** The text of the first element at one of the paths that has one; paths are names with slashes. */
export function textAt(node: XmlNode, ...paths: readonly string[]): string {
  for (const path of paths) {
    for (const { text } of nodesAt(node, ...path.split('/'))) if (text.trim() !== '') return text.trim();
  }
  return '';
}
