import {goDuration} from '../../go/duration.js';
import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language.js';

const whose = (client: string): string => (client === '*' ? 'all clients' : client);

/** How long something lasts. */
const lasting = (forMs: number | undefined): string =>
	forMs === undefined ? 'until it is healed' : `for ${goDuration(forMs)}`;

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Stops of what the user does to the cluster, in English. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process, isUnknown, root}, {stage}) =>
		isUnknown
			? `No process is called ${process}, so nothing happens.`
			: stage === 'fault.crash'
				? `Process ${process} is killed${root ? `, and with it ${root}, whose memory it shares` : ''}.`
				: `Process ${root ?? process} restarts from scratch.`,
	'fault.requests': ({from, forMs, fail, share = 1, delayMs}) =>
		`${capitalised(lasting(forMs))}, ${share >= 1 ? 'all requests' : `${Math.round(share * 100)} of 100 requests`} of ${whose(from)} ${
			[
				...(delayMs === undefined ? [] : [`are late by ${delayMs} ms`]),
				...(fail === undefined ? [] : [fail === 'lost' ? 'lose their answers' : `fail with ${fail}`]),
			].join(' and ') || 'stay as they are'
		}.`,
	'fault.request': ({client, method, path, fail, delayMs}) =>
		`${method} ${path} of ${client} ${[
			...(delayMs > 0 ? [`arrives ${delayMs} ms later`] : []),
			...(fail === undefined
				? []
				: [
						fail === 'lost'
							? 'is carried out, but its connection breaks before the answer'
							: `never reaches the apiserver: it fails with ${fail}`,
					]),
		].join(' and ')}.`,
	'fault.watches': ({of, resource, end, count}) =>
		`${count} ${resource === undefined ? '' : `${resource} `}${count === 1 ? 'watch' : 'watches'} of ${whose(of)} ${count === 1 ? 'ends' : 'end'}: ${
			end === 'closed' ? 'the connection closes' : '410 Gone, the version is too old'
		}.`,
	'fault.pause': ({target, count, forMs}) =>
		`${target} is paused ${lasting(forMs)}${count > 1 ? `, with all its ${count} processes` : ''}: timers and messages wait.`,
	'fault.slow': ({target, factor, forMs}) => `All work of ${target} takes ${factor} times as long, ${lasting(forMs)}.`,
	'fault.partition': ({a, b, clients, forMs}) =>
		clients.length > 0
			? `${a} and ${b} do not reach each other, ${lasting(forMs)}: requests of ${clients.map((client) => whose(client)).join(', ')} wait and time out, and their watches receive no events.`
			: `The routes between ${a} and ${b} are gone, ${lasting(forMs)}: their Pods do not reach each other.`,
	'fault.deliveries': ({of, resource = 'all', change, delayMs = 0, behind = '', forMs}) =>
		`Events of ${resource} on their way to ${whose(of)} ${
			{
				delay: `are late by ${goDuration(delayMs)}`,
				drop: 'are lost with their connection',
				duplicate: 'arrive twice',
				hold: 'wait',
				reorder: `arrive after those of ${behind}`,
			}[change]
		}, ${lasting(forMs)}.`,
	'fault.clock': ({node, byMs, forMs}) =>
		`The clock of ${node} is ${goDuration(Math.abs(byMs))} ${byMs < 0 ? 'behind' : 'ahead'}, ${lasting(forMs)}.`,
	'fault.shortage': ({node, of, free, forMs}) =>
		`No more than ${free} of the ${of} of ${node} is free, ${lasting(forMs)}.`,
	'fault.kill': ({pod, container, pid, signal}) => `Process ${pid} of container ${container} in ${pod} gets ${signal}.`,
	'fault.calls': ({node, call, times, forMs}) =>
		`${times === undefined ? capitalised(lasting(forMs)) : `The next ${times} times`}, ${
			{pull: 'image pulls', cni: 'calls of the network plug-in (CNI ADD)', csi: 'calls of CSI drivers'}[call]
		} fail on ${node === '*' ? 'every node' : node}.`,
	'fault.power': ({node, isOn, forMs, isOrderly}) =>
		isOn
			? `${node} has power again: its system starts the container runtime, the kubelet and kube-proxy.`
			: isOrderly
				? `${node} is off, ${lasting(forMs)}: its remaining processes are gone.`
				: `${node} loses its power, ${lasting(forMs)}: all its processes are gone at once.`,
	'fault.shutdown': ({node, delayMs}) =>
		delayMs === 0
			? `The system of ${node} shuts down, and its kubelet does not delay it: no shutdownGracePeriod is configured.`
			: `The system of ${node} is about to shut down: logind tells the kubelet, which can delay it for ${goDuration(delayMs)}.`,
	'fault.end': ({words, why}) => `The fault ${why === 'healed' ? 'is healed' : 'ends'}: ${words}.`,
	'fault.heal': ({what, count}) =>
		count === 0
			? `No fault${what === undefined ? '' : ` of ${what}`} is active, so nothing is healed.`
			: `${count} ${count === 1 ? 'fault' : 'faults'}${what === undefined ? '' : ` of ${what}`} ${count === 1 ? 'is' : 'are'} healed.`,
	'fault.plan': ({words, afterMs, when}) =>
		`${afterMs === undefined ? `At the first stop that matches "${when}"` : `In ${goDuration(afterMs)}`}, this fault begins: ${words}.`,
	'fault.refused': ({words, message}) => `${words}: ${message}, so nothing happens.`,
};
