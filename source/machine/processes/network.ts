import {isIP, isIPv4, isIPv6} from '../../objects/ip.js';
import {splitHostPort} from '../../objects/host-port.js';
import {type Sandbox, sandboxIPs} from '../../cri/pod-sandbox.js';
import type {Client} from '../../client/client.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {controlPlane} from '../../objects/control-plane.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import type {FileSystem} from '../../host/file-system.js';
import type {Listeners, Listening} from '../listeners.js';
import type {Lookup, ContainerNetwork, RunKubectl} from '../outside.js';

/** A process of a container, from the network's view. */
export interface Place {
	readonly kernel: Kernel;
	readonly container: RuntimeContainer;
	readonly listeners: Listeners;
	/** The network; `undefined` without one. */
	readonly network: ContainerNetwork | undefined;
	/** The connection to the apiserver; `undefined` without one. */
	readonly apiserver: Client | undefined;
	/** `undefined` where there is no kubectl. */
	readonly runKubectl?: RunKubectl;
}

/** The place of a container's processes. */
export const placeOf = (
	{kernel, listeners, reach: {network, apiserver, runKubectl}}: ContainerLife,
	container: RuntimeContainer,
): Place => ({
	kernel,
	container,
	listeners,
	network,
	apiserver,
	runKubectl,
});

const isAddress = (host: string): boolean => /^\d+(?:\.\d+){3}$|:/.test(host);

const textOf = (files: FileSystem, path: string): string => (files.stat(path)?.kind === 'file' ? files.read(path) : '');

/** The addresses that `/etc/hosts` has for a name. IPv6 addresses count where the Pod has such addresses. */
const inHostsFile = (files: FileSystem, host: string, hasIPv6: boolean): readonly string[] =>
	textOf(files, '/etc/hosts')
		.split('\n')
		.map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
		.flatMap(([ip = '', ...names]) => (isIP(ip) !== 0 && (hasIPv6 || isIPv4(ip)) && names.includes(host) ? [ip] : []));

/** The first name server of the container's resolv.conf. */
export const serverOf = ({files}: RuntimeContainer): string =>
	/^nameserver\s+(\S+)/m.exec(textOf(files, '/etc/resolv.conf'))?.[1] ?? '';

const podOf = ({sandbox}: RuntimeContainer): string => registryKey('pods', sandbox.namespace, sandbox.pod);

/** Looks a host up at the name server, and reports that. A trailing dot skips the domains of `search`. */
export function* askDNS({container, network}: Place, host: string): Routine<Lookup> {
	const found = network?.lookUp(container.sandbox, host) ?? {case: 'unknown'};
	yield* note(
		'container.resolve',
		{
			container: container.name,
			host,
			server: serverOf(container),
			result: found.case,
			name: found.case === 'found' ? found.name : undefined,
			addresses: found.case === 'found' ? found.addresses : [],
			isOutside: found.case === 'found' && found.isOutside,
			loss: found.case === 'silent' ? found.loss : undefined,
		},
		{object: podOf(container), ...(found.case === 'silent' ? {outcome: 'failed' as const} : {})},
	);
	return found;
}

/** The addresses of a host that a Pod has without a query: those of its `/etc/hosts`, and its own name. */
const knownFrom = (files: FileSystem, host: string, sandbox: Sandbox): readonly string[] => {
	const own = sandboxIPs(sandbox);
	const hasIPv6 = own.some((ip) => isIPv6(ip));
	const [first, ...others] = inHostsFile(files, host, hasIPv6);
	// One line per name, as in most files; with both families each address has its own.
	if (first === undefined) {
		return host === sandbox.pod ? own : [];
	}

	return hasIPv6 ? [first, ...others] : [first];
};

/** The result of the C library's resolver for a host: an address is its own result; `/etc/hosts` is next, then the DNS. */
export function* resolve(place: Place, host: string): Routine<Lookup> {
	const {files, sandbox} = place.container;
	const named = host === 'localhost' ? ['127.0.0.1'] : knownFrom(files, host, sandbox);
	const known = isAddress(host) ? [host] : named;
	return known.length === 0
		? yield* askDNS(place, host)
		: {case: 'found', name: host, addresses: known, isOutside: false};
}

/** The result of a connection: refused, or a server. */
export type Reached =
	/** No route, or a dropping rule: no answer arrives. */
	| {readonly case: 'lost'}
	| {readonly case: 'refused'}
	| {readonly case: 'open'; readonly server: Listening | undefined}
	/** The kube-apiserver itself. */
	| {readonly case: 'apiserver'}
	/** Outside the cluster: assumed to work. */
	| {readonly case: 'outside'};

/** The listener at `ip:port` for a Pod. */
const serverAt = (listeners: Listeners, endpoint: string, pod: string): Listening | undefined => {
	const {ip, port} = splitHostPort(endpoint);
	const address = [`/network/addresses/${ip}`, `/network/hosts/${ip}/${pod}`]
		.map((key) => listeners.kernel.ledger.read<{readonly node: string; readonly uid: string}>(key))
		.find((found) => found !== undefined);
	return address && listeners.on(address.node, address.uid, port);
};

/** A server of the Pod itself. */
const reachOwn = ({container, listeners}: Place, ip: string, port: number): Reached => {
	const isAddress = sandboxIPs(container.sandbox).includes(ip);
	const own = listeners.at(container.sandbox.uid, port, isAddress ? 'address' : 'loopback');
	return own ? {case: 'open', server: own} : {case: 'refused'};
};

/** Opens a connection from a container, and reports its route. A connection to the Pod itself does not leave it. */
export function* reach(place: Place, ip: string, port: number): Routine<Reached> {
	const {container, network, apiserver, listeners} = place;
	const {sandbox} = container;
	if (ip.startsWith('127.') || ip === '::1' || sandboxIPs(sandbox).includes(ip)) {
		return reachOwn(place, ip, port);
	}

	if (!network) {
		return {case: 'lost'};
	}

	const {node, hops, endpoint, pod = '', outcome, loss} = network.connect(sandbox, ip, port);
	yield* note(
		'container.connect',
		{
			container: container.name,
			pod: `${sandbox.namespace}/${sandbox.pod}`,
			node,
			ip,
			port,
			hops,
			endpoint,
			outcome,
			loss,
		},
		{object: podOf(container), ...(loss ? {outcome: 'failed' as const} : {})},
	);
	if (outcome === 'outside') {
		return {case: 'outside'};
	}

	if (outcome !== 'open') {
		return {case: outcome === 'timedOut' ? 'lost' : 'refused'};
	}

	const server = serverAt(listeners, endpoint ?? '', pod);
	return apiserver && pod === `kube-system/${controlPlane.apiserver}` ? {case: 'apiserver'} : {case: 'open', server};
}
