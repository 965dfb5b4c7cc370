import type {OutsideRequest} from '../client/outside.js';
import type {OpenExchange} from './clients.js';

/** An upgraded connection to a real client: carries numbered channels, over any protocol. */
export interface Carrier {
	/** Sends to the client. */
	readonly send: (channel: number, data: Uint8Array, ended: boolean) => void;
	/** The session is over. */
	readonly end: () => void;
}

/** A carrier's view of its client: the client's bytes are passed to its exchange. */
export type Client = OpenExchange;

/** Whether the stream is one of port-forward: its channels are connections, not standard input and output. */
export const isPortForward = ({path}: Pick<OutsideRequest, 'path'>): boolean => path.endsWith('/portforward');

/** The ports that a request names in its query. */
export const portsOf = ({query, repeated}: Pick<OutsideRequest, 'query' | 'repeated'>): readonly number[] =>
	(repeated?.['ports'] ?? (query['ports'] === undefined ? [] : [query['ports']]))
		.flatMap((ports) => ports.split(','))
		.map(Number);
