import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FileError } from '../errors.js';

/** What a part of a document is told of its elements; names come without their prefix. */
export interface XmlHandler {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  text?(text: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * A parser fed piece by piece. Document types are refused, so no entity but the five of XML exists and nothing
 * outside the part is ever named.
 * @throws FileError FILE_EXTERNAL_LINKS (a document type), FILE_UNREADABLE (not well-formed)
 */
export function xmlParser(handler: XmlHandler): {
  readonly write: (text: string) => void;
  readonly end: () => void;
} {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw new FileError('FILE_UNREADABLE', error.message);
  });
  parser.on('doctype', () => {
    throw new FileError('FILE_EXTERNAL_LINKS', 'The file declares a document type');
  });
  let attributes: SaxesTagPlain['attributes'] = {};
  const attribute = (name: string): string | undefined => {
    const direct = attributes[name];
    if (direct !== undefined) return direct;
    for (const key in attributes) if (localName(key) === name) return attributes[key];
    return undefined;
  };
  if (handler.open) {
    parser.on('opentag', (tag) => {
      attributes = tag.attributes;
      handler.open?.(localName(tag.name), attribute);
    });
  }
  if (handler.close) {
    parser.on('closetag', (tag) => {
      handler.close?.(localName(tag.name));
    });
  }
  if (handler.text) {
    parser.on('text', (text) => {
      handler.text?.(text);
    });
    parser.on('cdata', (text) => {
      handler.text?.(text);
    });
  }
  return {
    write: (text) => {
      parser.write(text);
    },
    end: () => {
      parser.close();
    },
  };
}
