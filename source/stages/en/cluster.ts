import {goDuration} from '../../go/duration.js';
import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language-table.js';

const whose = (client: string): string => (client === '*' ? 'all clients' : client);

/** The words for a duration. */
const lasting = (forMs: number | undefined): string =>
	forMs === undefined ? 'until it is healed' : `for ${goDuration(forMs)}`;

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The words for the requests of a fault. */
const requestsWords = (noun: string, share: number, number: number | undefined): string => {
	if (number !== undefined) {
		return `${noun} number ${number}`;
	}

	return share >= 1 ? `all ${noun}` : `${Math.round(share * 100)}% of the ${noun}`;
};

/** The end of one request or of several. */
const failWords = (fail: number | string, several: boolean): string => {
	switch (fail) {
		case 'lost': {
			return several ? 'lose their answers' : 'loses its answer';
		}

		case 'held': {
			return several ? 'wait for their answers' : 'waits for its answer';
		}

		default: {
			return `${several ? 'fail' : 'fails'} with ${fail}`;
		}
	}
};

const failedWords = (fail: number | string): string => {
	switch (fail) {
		case 'lost': {
			return 'is carried out, but the connection breaks before the answer arrives';
		}

		case 'held': {
			return 'is carried out; its answer waits for the end of the fault';
		}

		default: {
			return `never reaches the apiserver: it fails with ${fail}`;
		}
	}
};

const timesWords = (times: number): string => (times === 1 ? 'The next time' : `The next ${times} times`);

/** Stops of the user's actions on the cluster, in English. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process, isUnknown, root}, {stage}) => {
		if (isUnknown) {
			return `No process has the name ${process}, so nothing happens.`;
		}

		if (stage === 'fault.crash') {
			return `Process ${process} is killed${root ? `, together with ${root}, whose memory it shares` : ''}.`;
		}

		return `Process ${root ?? process} restarts from scratch.`;
	},
	'fault.requests': ({from, forMs, fail, share = 1, delayMs, verb, resource, number}) => {
		const noun = [verb, resource, number === undefined ? 'requests' : 'request'].filter(Boolean).join(' ');
		const are = number === undefined;
		const end = [
			...(delayMs === undefined ? [] : [`${are ? 'arrive' : 'arrives'} ${delayMs} ms late`]),
			...(fail === undefined ? [] : [failWords(fail, are)]),
		];
		return `${capitalised(lasting(forMs))}, ${requestsWords(noun, share, number)} from ${whose(from)} ${end.join(' and ') || 'stay as they are'}.`;
	},
	'fault.request': ({client, method, path, fail, delayMs}) =>
		`${method} ${path} from ${client} ${[
			...(delayMs > 0 ? [`arrives ${delayMs} ms late`] : []),
			...(fail === undefined ? [] : [failedWords(fail)]),
		].join(' and ')}.`,
	'fault.watches': ({of, resource, end, count}) =>
		`${count} ${resource === undefined ? '' : `${resource} `}${count === 1 ? 'watch' : 'watches'} of ${whose(of)} ${count === 1 ? 'ends' : 'end'}: ${
			end === 'closed' ? 'the connection closes' : '410 Gone, the resourceVersion is too old'
		}.`,
	'fault.pause': ({target, count, forMs}) =>
		`${target} is paused ${lasting(forMs)}${count > 1 ? `, with all its ${count} processes` : ''}: timers and messages wait.`,
	'fault.slow': ({target, factor, forMs}) => `${target} works ${factor} times slower, ${lasting(forMs)}.`,
	'fault.partition': ({a, b, clients, forMs}) =>
		clients.length > 0
			? `${a} and ${b} cannot reach each other, ${lasting(forMs)}: requests from ${clients.map((client) => whose(client)).join(', ')} time out, and their watches receive no events.`
			: `The routes between ${a} and ${b} are gone, ${lasting(forMs)}: their Pods cannot reach each other.`,
	'fault.deliveries': ({of, resource = 'all', change, delayMs = 0, behind = '', forMs}) =>
		`Watch events for ${resource} to ${whose(of)} ${
			{
				delay: `arrive ${goDuration(delayMs)} late`,
				drop: 'are lost with their connection',
				duplicate: 'arrive twice',
				hold: 'wait',
				miss: 'never arrive: the watch expires and the client lists again',
				reorder: `arrive after those for ${behind}`,
			}[change]
		}, ${lasting(forMs)}.`,
	'fault.clock': ({node, byMs, forMs}) =>
		`The clock of ${node} is ${goDuration(Math.abs(byMs))} ${byMs < 0 ? 'behind' : 'ahead'}, ${lasting(forMs)}.`,
	'fault.shortage': ({node, of, free, forMs}) => `At most ${free} of ${of} is free on ${node}, ${lasting(forMs)}.`,
	'fault.kill': ({pod, container, pid, signal}) =>
		`Process ${pid} of container ${container} in ${pod} receives ${signal}.`,
	'fault.calls': ({node, call, times, forMs}) =>
		`${times === undefined ? capitalised(lasting(forMs)) : timesWords(times)}, ${
			{pull: 'image pulls', cni: 'calls to the network plug-in (CNI ADD)', csi: 'calls to CSI drivers'}[call]
		} fail on ${node === '*' ? 'every node' : node}.`,
	'fault.power': ({node, isOn, forMs, isOrderly}) => {
		if (isOn) {
			return `${node} has power again: its system starts the container runtime, the kubelet and kube-proxy.`;
		}

		if (isOrderly) {
			return `${node} is off, ${lasting(forMs)}: its remaining processes are gone.`;
		}

		return `${node} loses power, ${lasting(forMs)}: all its processes end at once.`;
	},
	'fault.shutdown': ({node, delayMs}) =>
		delayMs === 0
			? `${node} shuts down, and its kubelet does not delay the shutdown: no shutdownGracePeriod is configured.`
			: `${node} is about to shut down: logind tells the kubelet, which can delay the shutdown for ${goDuration(delayMs)}.`,
	'fault.end': ({words, why}) => `The fault ${why === 'healed' ? 'is healed' : 'ends'}: ${words}.`,
	'fault.heal': ({what, count}) =>
		count === 0
			? `No fault${what === undefined ? '' : ` of ${what}`} is active, so nothing is healed.`
			: `${count} ${count === 1 ? 'fault' : 'faults'}${what === undefined ? '' : ` of ${what}`} ${count === 1 ? 'is' : 'are'} healed.`,
	'fault.plan': ({words, afterMs, when}) =>
		`${afterMs === undefined ? `At the first stop that matches "${when}"` : `In ${goDuration(afterMs)}`}, this fault begins: ${words}.`,
	'fault.refused': ({words, message}) => `${words}: ${message}, so nothing happens.`,
};
