import type { ToolResultContentPart } from '../../messages/index.ts';

/** Content that a version has no part for, as a text: what it is and where, never its data. */
export function describeContent(part: ToolResultContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image-url':
      return `Image: ${part.url}`;
    case 'file-url':
      return `File: ${part.url}`;
    case 'file-id':
    case 'image-file-id': {
      const kind = part.type === 'file-id' ? 'File' : 'Image';
      const id = typeof part.fileId === 'string' ? part.fileId : JSON.stringify(part.fileId);
      return `${kind} with the id ${id}`;
    }
    case 'custom':
      return '[Content that this model cannot be shown]';
    default:
      return `[${part.mediaType}]`;
  }
}
