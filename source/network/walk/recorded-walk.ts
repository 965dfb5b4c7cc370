import type {Ledger} from '../../kernel/ledger.js';
import {ledgerAt} from '../../kernel/ledger-view.js';
import type {Stop} from '../../kernel/stop.js';
import type {TrafficClient} from '../../objects/traffic-client.js';
import {lossInWords} from '../../stages/sentence.js';
import type {Loss} from '../../stages/facts/network/traffic.js';
import {isStopOf, type StopOf} from '../../stages/stop-of.js';
import {nodeRequester, outsideRequester, podRequester} from '../traffic/requesters.js';
import {parseTarget, type Requester} from '../traffic/way.js';
import {packetPlaces, readRequest} from './request-words.js';
import {walk, type Walk} from './walk.js';
import type {LanguageName} from '../../stages/language-names.js';

/** The content of a recording of a cluster. */
interface Recorded {
	readonly kernel: {readonly ledger: Ledger};
	readonly stops: {get(step: number): Stop | undefined};
	readonly scenario: {
		readonly traffic: readonly TrafficClient[];
		readonly cni?: {readonly networkPolicy?: boolean};
	};
	readonly inputs: ReadonlyArray<{readonly input: object}>;
	nextOfProcess(step: number): number | undefined;
}

const isClient = (input: object): input is {readonly traffic: TrafficClient} => 'traffic' in input;

const clientsOf = ({scenario, inputs}: Recorded): readonly TrafficClient[] => [
	...scenario.traffic,
	...inputs.flatMap(({input}) => (isClient(input) ? [input.traffic] : [])),
];

const surroundings = (recorded: Recorded, step: number) => ({
	ledger: ledgerAt(recorded.kernel.ledger, step),
	clients: clientsOf(recorded),
	timeMs: recorded.stops.get(step)?.timeMs ?? 0,
});

const ignoresPolicies = ({scenario}: Recorded): boolean => scenario.cni?.networkPolicy === false;

const timeIn =
	({stops}: Recorded) =>
	(step: number): number =>
		stops.get(step)?.timeMs ?? 0;

/**
The path of a packet that is sent at a step.

@param words `A B`: a Pod, node, traffic client or `outside`, and a Pod, a Service or an address.
@param language of the walk; by default English.
@throws {RangeError} with the error of the words.
*/
export const packetWalk = (recorded: Recorded, step: number, words: string, language?: LanguageName): Walk => {
	const request = readRequest(surroundings(recorded, step), words);
	const client = {...request.client, ignoresPolicies: ignoresPolicies(recorded)};
	return walk(recorded.kernel.ledger, step, {...request, client, language}, timeIn(recorded));
};

/** The senders and destinations that can be named at a step. */
export const packetNames = (recorded: Recorded, step: number): readonly string[] =>
	packetPlaces(surroundings(recorded, step));

/** The way of a request that a traffic client sent, or of a connection that a program in a container opened; `undefined` if this stop is neither. @param step of a stop `traffic.request` or `container.connect` */
export const requestWalk = (recorded: Recorded, step: number, language?: LanguageName): Walk | undefined => {
	const stop = recorded.stops.get(step);
	if (!stop) {
		return undefined;
	}

	if (isStopOf(stop, 'traffic.request')) {
		return clientWalk(recorded, stop, language);
	}

	if (isStopOf(stop, 'container.connect')) {
		return connectionWalk(recorded, stop, language);
	}

	return undefined;
};

/** A way computed from the nodes' state, unless the recorded one ended otherwise. */
const asItEnded = (walked: Walk, loss: Loss | undefined, language?: LanguageName): Walk =>
	loss && walked.arrives ? {...walked, arrives: false, ending: lossInWords(loss, language)} : walked;

const connectionWalk = (
	recorded: Recorded,
	{step, timeMs, facts}: StopOf<'container.connect'>,
	language?: LanguageName,
): Walk | undefined => {
	const [namespace = '', pod = ''] = facts.pod.split('/');
	const from = podRequester(ledgerAt(recorded.kernel.ledger, step - 1), namespace, pod, timeMs);
	if (!from) {
		return undefined;
	}

	const request = {
		client: {...from, name: facts.pod, ignoresPolicies: ignoresPolicies(recorded)},
		target: {host: facts.ip, port: facts.port, path: '/'},
		viaIngress: undefined,
		endpoint: facts.endpoint,
		language,
	};
	return asItEnded(walk(recorded.kernel.ledger, step - 1, request, timeIn(recorded)), facts.loss, language);
};

const clientWalk = (
	recorded: Recorded,
	{step, timeMs, facts}: StopOf<'traffic.request'>,
	language?: LanguageName,
): Walk | undefined => {
	const {client: name, node = '', endpoint} = facts;
	const client = clientsOf(recorded).find((one) => one.name === name);
	const ledger = ledgerAt(recorded.kernel.ledger, step - 1);
	const [namespace = '', pod = ''] = client?.pod?.includes('/')
		? client.pod.split('/')
		: ['default', client?.pod ?? ''];
	const requesterInside = (): Requester | undefined =>
		client?.pod === undefined
			? nodeRequester(ledger, node, name, timeMs)
			: podRequester(ledger, namespace, pod, timeMs);
	const from = node === '' ? outsideRequester(name, timeMs) : requesterInside();
	if (!client || !from) {
		return undefined;
	}

	const request = {
		client: {...from, name, ignoresPolicies: ignoresPolicies(recorded)},
		target: parseTarget(client.target),
		viaIngress: client.viaIngress,
		endpoint,
		language,
	};
	const walked = walk(recorded.kernel.ledger, step - 1, request, timeIn(recorded));
	const end = recorded.stops.get(recorded.nextOfProcess(step) ?? -1);
	return asItEnded(walked, end && isStopOf(end, 'traffic.lost') ? end.facts.loss : undefined, language);
};
