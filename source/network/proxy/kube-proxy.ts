import type {Client} from '../../client/client.js';
import {Informer} from '../../client/informer.js';
import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {frame, note, sleep, take, type Routine} from '../../kernel/routine.js';
import type {EndpointSlice, Node, Service} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {nftablesChanges} from './nftables.js';
import {rulesKey, rulesOf, type NodeRules} from './node-rules.js';
import {isProxied, servicePorts, type Place, type ServicePort} from './service-ports.js';
import type {ProxyMode} from '../../objects/simulated-node.js';

export interface KubeProxyOptions {
	/** The node whose rules it keeps. */
	readonly node: string;
	/** `iptables` by default. */
	readonly mode?: ProxyMode;
	/** Shortest time between two syncs, in milliseconds; the first is at once. */
	readonly minSyncPeriodMs?: number;
}

type Work = () => Routine;

const serviceNameLabel = 'kubernetes.io/service-name';
const notOurs = '!service.kubernetes.io/headless,!service.kubernetes.io/service-proxy-name';

/**
Starts the kube-proxy of a node: it follows Services and EndpointSlices and writes rules of the kernel that send a Service's traffic to its endpoints.

Each node has its own, and each is late in its own way: by the watch, and because it never syncs twice within a second.

@see https://kubernetes.io/docs/reference/networking/virtual-ips/
@mirrors k8s.io/kubernetes/pkg/proxy/iptables.Proxier, nftables.Proxier

Simplified: no full resync every 30 s, as nobody else changes the rules.
*/
export const startKubeProxy = (kernel: Kernel, client: Client, options: KubeProxyOptions): void => {
	kernel.spawn(`kube-proxy/${options.node}`, 'kube-proxy', () => new KubeProxy(kernel, client, options).run());
};

class KubeProxy {
	readonly #node: string;
	readonly #mode: ProxyMode;
	readonly #mailbox: Mailbox<Work>;
	readonly #services: Informer<'services'>;
	readonly #slices: Informer<'endpointslices.discovery.k8s.io'>;
	readonly #self: Informer<'nodes'>;
	readonly #changed = new Set<string>();
	#ports: ReadonlyMap<string, readonly ServicePort[]> = new Map();
	#place: Place;
	#nodeIP = '';
	#nextSyncMs = 0;
	#dirty = true;

	constructor(
		readonly kernel: Kernel,
		readonly client: Client,
		readonly options: KubeProxyOptions,
	) {
		this.#node = options.node;
		this.#mode = options.mode ?? 'iptables';
		this.#place = {node: options.node, zone: ''};
		this.#mailbox = new Mailbox(`kube-proxy/${options.node}`);
		const owner = `kube-proxy/${options.node}`;
		this.#services = new Informer(client, 'services', {owner, labelSelector: notOurs});
		this.#slices = new Informer(client, 'endpointslices.discovery.k8s.io', {
			owner,
			labelSelector: notOurs,
			indexes: {service: (slice) => [serviceOf(slice)]},
		});
		this.#self = new Informer(client, 'nodes', {owner, fieldSelector: `metadata.name=${options.node}`});
	}

	*run(): Routine {
		yield* this.#self.start(this.#mailbox, (event) => () => this.#onNode(event));
		yield* this.#services.start(this.#mailbox, (event) => () => this.#onService(event));
		yield* this.#slices.start(this.#mailbox, (event) => () => this.#onSlice(event));
		for (;;) {
			const due = this.#dirty && this.#services.synced && this.#slices.synced;
			const work = yield* take(this.#mailbox, due ? {timeoutMs: Math.max(0, this.#nextSyncMs - this.kernel.now)} : {});
			if (work) {
				yield* work();
			} else {
				yield* frame({name: `sync ${this.#node}`}, this.#sync());
			}
		}
	}

	*#onNode(event: Parameters<Informer<'nodes'>['deliver']>[0]): Routine {
		const change = yield* this.#self.deliver(event);
		if (!change || change.type === 'DELETED') {
			return;
		}

		const zone = zoneOf(change.object);
		const nodeIP = change.object.status?.addresses?.find(({type}) => type === 'InternalIP')?.address ?? '';
		if (nodeIP !== this.#nodeIP) {
			this.#nodeIP = nodeIP;
			// In mode nftables the address takes node ports.
			this.#dirty ||= this.#mode === 'nftables';
		}

		if (zone !== this.#place.zone) {
			this.#place = {node: this.#node, zone};
			for (const service of this.#services.list()) {
				this.#touch(keyOf(service));
			}
		}
	}

	*#onService(event: Parameters<Informer<'services'>['deliver']>[0]): Routine {
		const change = yield* this.#services.deliver(event);
		if (change) {
			this.#touch(keyOf(change.object));
		}
	}

	*#onSlice(event: Parameters<Informer<'endpointslices.discovery.k8s.io'>['deliver']>[0]): Routine {
		const change = yield* this.#slices.deliver(event);
		if (change && serviceOf(change.object) !== '') {
			this.#touch(serviceOf(change.object));
		}
	}

	#touch(key: string): void {
		this.#changed.add(key);
		this.#dirty = true;
	}

	*#sync(): Routine {
		const {kernel} = this;
		const changed = [...this.#changed].sort();
		this.#changed.clear();
		this.#dirty = false;
		const before = this.#ports;
		const ports = new Map(before);
		for (const key of changed) {
			const [namespace = '', name = ''] = key.split('/');
			const service = this.#services.get(namespace, name);
			if (service && isProxied(service)) {
				ports.set(key, servicePorts(service, this.#slices.byIndex('service', key), this.#place));
			} else {
				ports.delete(key);
			}
		}

		const key = rulesKey(this.#node, this.#mode);
		const written = kernel.ledger.read<NodeRules>(key);
		const isSetUp = written !== undefined && (this.#mode === 'iptables' || written.nodeIP === this.#nodeIP);
		const differences = changed.flatMap((name) => differencesOf(before.get(name) ?? [], ports.get(name) ?? []));
		this.#ports = ports;
		this.#nextSyncMs = kernel.now + (this.options.minSyncPeriodMs ?? 1000);
		if (differences.length === 0 && isSetUp) {
			return;
		}

		yield* sleep(kernel.latency('kube-proxy.sync', 10));
		kernel.ledger.write(key, rulesOf(this.#mode, ports, this.#nodeIP));
		yield* note(
			'kube-proxy.sync',
			`kube-proxy on ${this.#node} ${this.#told(differences)}`,
			{
				node: this.#node,
				changes: differences,
				services: ports.size,
				...(this.#mode === 'nftables' && this.#transaction(before, changed)),
			},
			{object: differences[0] && registryKey('services', differences[0].namespace, differences[0].name)},
		);
	}

	#told(differences: readonly Difference[]): string {
		const nftables = this.#mode === 'nftables';
		if (differences.length === 0) {
			return nftables
				? `sets up its nftables table for node ports on ${this.#nodeIP || 'no address yet'}.`
				: 'writes its first rules; there is no Service yet.';
		}

		const told = differences.slice(0, 3).map((difference) => describe(difference));
		const more = differences.length > 3 ? `; and ${differences.length - 3} more` : '';
		return `${nftables ? 'changes what is different in its nftables table' : 'writes new rules'}: ${told.join('; ')}${more}.`;
	}

	/** In mode nftables only what is different is written, all at once. */
	#transaction(
		before: ReadonlyMap<string, readonly ServicePort[]>,
		changed: readonly string[],
	): ReturnType<typeof nftablesChanges> {
		const of = (ports: ReadonlyMap<string, readonly ServicePort[]>) => changed.flatMap((key) => ports.get(key) ?? []);
		const others = [...this.#ports].flatMap(([key, ports]) => (changed.includes(key) ? [] : ports));
		return nftablesChanges(of(before), of(this.#ports), others, this.#nodeIP);
	}
}

const serviceOf = ({metadata}: EndpointSlice): string => {
	const name = metadata!.labels?.[serviceNameLabel];
	return name ? `${metadata!.namespace}/${name}` : '';
};

const keyOf = ({metadata}: Service): string => `${metadata!.namespace}/${metadata!.name}`;

const zoneOf = ({metadata}: Node): string => metadata?.labels?.['topology.kubernetes.io/zone'] ?? '';

interface Difference {
	readonly namespace: string;
	readonly name: string;
	readonly id: string;
	readonly clusterIP: string;
	readonly port: number;
	readonly before?: readonly string[];
	readonly after?: readonly string[];
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
	a === b || (a.length === b.length && a.every((text, index) => text === b[index]));

const sameTraits = (a: ServicePort, b: ServicePort): boolean =>
	Object.keys(a).every((key) => {
		const [left, right] = [a[key as keyof ServicePort], b[key as keyof ServicePort]];
		return left === right || (Array.isArray(left) && Array.isArray(right) && same(left as string[], right as string[]));
	});

const differencesOf = (before: readonly ServicePort[], after: readonly ServicePort[]): Difference[] => {
	const differences: Difference[] = [];
	for (const {id, protocol} of [
		...before,
		...after.filter((port) => !before.some((old) => old.id === port.id && old.protocol === port.protocol)),
	]) {
		const old = before.find((port) => port.id === id && port.protocol === protocol);
		const now = after.find((port) => port.id === id && port.protocol === protocol);
		if (!old || !now || !sameTraits(old, now)) {
			const {namespace, name, clusterIP, port} = (now ?? old)!;
			differences.push({namespace, name, id, clusterIP, port, before: old && all(old), after: now && all(now)});
		}
	}

	return differences;
};

const all = ({cluster, local}: ServicePort): readonly string[] => (cluster.length > 0 ? cluster : local);

const describe = ({id, clusterIP, port, before, after}: Difference): string => {
	if (!after) {
		return `${id} is gone`;
	}

	const list = (endpoints: readonly string[]) =>
		endpoints.length === 0
			? 'refused, as there is no endpoint'
			: `sent to ${endpoints.slice(0, 3).join(', ')}${endpoints.length > 3 ? ` and ${endpoints.length - 3} more` : ''}`;
	return before && same(before, after)
		? `${id} changes, its endpoints stay`
		: `${id} (${clusterIP}:${port}) is ${list(after)}`;
};
