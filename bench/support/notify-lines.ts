import { type ConnectionDetails, destinationOf, Line } from '../../apps/api/test/http/notify-client.js';

/** A page's connection, subscribed to its user's key. @param heard called for each message. */
export async function openLine(details: ConnectionDetails, key: string, heard: () => void): Promise<Line> {
  const line = new Line(details);
  if (!(await line.open())) throw new Error(`Refused: ${line.errors.join()} ${line.closeReason}`);
  const { push } = line.received;
  line.received.push = (...messages) => {
    heard();
    return push.apply(line.received, messages);
  };
  if (!(await line.subscribe(destinationOf(key))))
    throw new Error(`The subscription was refused: ${line.errors.join()} ${line.closeReason}`);
  return line;
}
