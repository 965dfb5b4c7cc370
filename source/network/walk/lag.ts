import {joinHostPort} from '../../objects/host-port.js';
import {splitHostPort} from '../../objects/host-port.js';
import type {Ledger} from '../../kernel/ledger.js';
import type {EndpointSlice} from '../../objects/kubernetes.generated.js';
import type {Loss} from '../../stages/facts/network/traffic.js';
import type {Way} from '../traffic/way.js';
import type {WalkWords} from './words/words.js';

type LagWords = WalkWords['lag'];

const slicesKey = '/registry/endpointslices/';

/** Whether a version of a slice lists an address as ready. */
const listsReady = (slice: EndpointSlice | undefined, ip: string): boolean =>
	(slice?.endpoints ?? []).some(({addresses, conditions}) => addresses.includes(ip) && conditions?.ready !== false);

/** The step at which the last slice stopped listing an address as ready; `undefined` if one still does, or no slice ever listed it. */
const withdrawnAt = (ledger: Ledger, step: number, ip: string): number | undefined => {
	let withdrawn: number | undefined;
	for (const key of ledger.everyKey(slicesKey)) {
		let was = false;
		for (const version of ledger.versions(key)) {
			if (version.step > step) {
				break;
			}

			const is = listsReady(ledger.readAt<EndpointSlice>(key, version.step), ip);
			if (was && !is) {
				withdrawn = Math.max(withdrawn ?? 0, version.step);
			}

			was = is;
		}

		if (was) {
			return undefined;
		}
	}

	return withdrawn;
};

const secondsText = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

/** The component that still sends to the endpoint. */
const lateSender = (loss: Loss, words: LagWords): string | undefined => {
	if (loss.case !== 'gone' && loss.case !== 'shutting-down') {
		return undefined;
	}

	const {sender} = loss;
	if (sender.case === 'kube-proxy') {
		return words.kubeProxy(sender.node);
	}

	if (sender.case === 'ingress-controller') {
		return words.ingress;
	}

	if (sender.case === 'sidecar') {
		return words.mesh(sender.pod);
	}

	return undefined;
};

/** The Service that DNS should have for a name. */
const serviceNamed = (ledger: Ledger, step: number, host: string): number | undefined => {
	const [name = '', namespace = 'default'] = host.split('.');
	const key = `/registry/services/specs/${namespace}/${name}`;
	return ledger.readAt(key, step) === undefined ? undefined : ledger.versions(key)[0]?.step;
};

/** Why rules have no endpoint: no Pod is ready, or kube-proxy has not received one yet. @param service `namespace/name`, with `:port` if it has one. */
const endpointWords = (
	ledger: Ledger,
	step: number,
	service: string,
	timeOf: (step: number) => number,
	words: LagWords,
): string => {
	const [id = ''] = service.split(':');
	const [namespace = '', name = ''] = id.split('/');
	const slices = ledger
		.keys(`${slicesKey}${namespace}/`, step)
		.filter((key) => {
			const slice = ledger.readAt<EndpointSlice>(key, step);
			return slice?.metadata.labels?.['kubernetes.io/service-name'] === name;
		})
		.map((key) => ({key, endpoints: ledger.readAt<EndpointSlice>(key, step)?.endpoints ?? []}));
	const all = slices.flatMap(({endpoints}) => endpoints);
	const ready = slices.find(({endpoints}) => endpoints.some(({conditions}) => conditions?.ready !== false));
	if (!ready) {
		return all.length === 0 ? words.noPods : words.noneReady(all.length);
	}

	const told = ledger.versions(ready.key).findLast((version) => version.step <= step)?.step ?? step;
	return words.hasReady(secondsText(timeOf(step) - timeOf(told)), told);
};

/**
The late component behind a lost request, and the length of its lag.

@param timeOf virtual time of a step, in milliseconds.
*/
export const lagOf = (
	ledger: Ledger,
	step: number,
	{lost, endpoint = ''}: Way,
	timeOf: (step: number) => number,
	words: LagWords,
): string | undefined => {
	if (!lost) {
		return undefined;
	}

	const {loss} = lost;
	const late = lateSender(loss, words);
	if (late !== undefined) {
		const told = withdrawnAt(ledger, step, splitHostPort(endpoint).ip);
		return told === undefined
			? words.notWithdrawn(endpoint)
			: words.late(late, endpoint, secondsText(timeOf(step) - timeOf(told)), told);
	}

	if (loss.case === 'no-endpoints') {
		return endpointWords(ledger, step, loss.service, timeOf, words);
	}

	if (loss.case === 'late-rules') {
		return words.rules(loss.node, joinHostPort(loss.ip, loss.port));
	}

	if (loss.case === 'unknown-name') {
		const made = serviceNamed(ledger, step, loss.host);
		return made === undefined ? undefined : words.dns(secondsText(timeOf(step) - timeOf(made)), made);
	}

	return undefined;
};
