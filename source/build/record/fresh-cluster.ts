import type {Fields} from '../../kernel/record.js';
import {Normaliser} from '../conformance/normaliser.js';
import {listableIn, preferredOf} from './api-facts.js';
import {fetched, type Endpoint} from './endpoint.js';

/** Resources whose content depends on the moment of the recording. */
const momentary: ReadonlySet<string> = new Set(['events', 'componentstatuses']);

const pemBlock = /-----BEGIN [A-Z ]+-----[^]*?-----END [A-Z ]+-----(?:\\n)*/g;

/** An object without what differs from cluster to cluster: uids, times, versions, keys and certificates. */
export const withoutSecrets = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value).replaceAll(pemBlock, '<pem>'));

/**
 * Records every object of a control plane that has just started, by the path of its resource. Play it on a cluster without nodes: the reports of
 * a node are not part of a fresh control plane.
 */
export const freshCluster = async (endpoint: Endpoint): Promise<Readonly<Record<string, readonly unknown[]>>> => {
	const groups = await fetched(endpoint, '/apis');
	const found: Record<string, readonly unknown[]> = {};
	for (const root of ['/api/v1', ...preferredOf(groups).map((one) => `/apis/${one}`)]) {
		// eslint-disable-next-line no-await-in-loop
		const document: Fields = await fetched(endpoint, root);
		for (const name of listableIn(document).filter((one) => !momentary.has(one))) {
			// eslint-disable-next-line no-await-in-loop
			const {items} = await fetched(endpoint, `${root}/${name}`);
			if (Array.isArray(items) && items.length > 0) {
				const normaliser = new Normaliser({keepAddresses: true});
				found[`${root}/${name}`] = items.map((item: unknown) => withoutSecrets(normaliser.json(item)));
			}
		}
	}

	return found;
};
