import type {Client, TypedEvent} from '../../client/client.js';
import {Informer} from '../../client/informer.js';
import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {sleep, take, type Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import type {EndpointSlice, Node, Service} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {ofFamily} from '../../objects/address-range.js';
import {defaultNetwork, type ClusterNetwork} from '../../objects/cluster-network.js';
import {nftablesChanges} from './nftables.js';
import {rulesKey, rulesOf, type NodeRules} from './node-rules.js';
import type {ProxyMode} from '../../objects/simulated-node.js';
import {sliceService} from '../slice-service.js';
import {ruleChanges} from './rule-changes.js';
import {proxyFamilies, type ProxyFamily} from './service-routing.js';
import {isProxied, servicePorts, type Place, type ServicePort} from './service-ports.js';

interface KubeProxyOptions {
	/** The node whose rules it keeps. */
	readonly node: string;
	/** `iptables` by default. */
	readonly mode?: ProxyMode;
	/** The ranges of the cluster; those of IPv4 by default. */
	readonly network?: ClusterNetwork;
	/** Shortest time between two syncs, in milliseconds; the first is at once. */
	readonly minSyncPeriodMs?: number;
}

type Work = () => Routine;

/** Ports by `namespace/name` of their Services. */
type Ports = ReadonlyMap<string, readonly ServicePort[]>;

/** Its rules of one family. */
interface FamilyRules {
	readonly served: ProxyFamily;
	ports: Ports;
	/** The node's own address; empty until it is known. */
	nodeIP: string;
}

const notOurs = '!service.kubernetes.io/headless,!service.kubernetes.io/service-proxy-name';

/**
Starts the kube-proxy of a node: it follows Services and EndpointSlices and writes kernel rules that send a Service's traffic to its endpoints.

Each node has one, and each lags differently: by the watch's latency, and because it syncs at most once a second.

@see https://kubernetes.io/docs/reference/networking/virtual-ips/
@mirrors k8s.io/kubernetes/pkg/proxy/iptables.Proxier, nftables.Proxier

Simplified: no full resync every 30 s, as nothing else changes the rules.
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
	readonly #families: readonly FamilyRules[];
	#place: Place;
	#nextSyncMs = 0;
	#dirty = true;

	constructor(
		readonly kernel: Kernel,
		readonly client: Client,
		readonly options: KubeProxyOptions,
	) {
		this.#node = options.node;
		this.#mode = options.mode ?? 'iptables';
		this.#families = proxyFamilies(options.network ?? defaultNetwork).map((served) => ({
			served,
			ports: new Map(),
			nodeIP: '',
		}));
		this.#place = {node: options.node, zone: ''};
		this.#mailbox = new Mailbox(`kube-proxy/${options.node}`);
		const owner = `kube-proxy/${options.node}`;
		this.#services = new Informer(client, 'services', {owner, labelSelector: notOurs});
		this.#slices = new Informer(client, 'endpointslices.discovery.k8s.io', {
			owner,
			labelSelector: notOurs,
			indexes: {service: (slice) => [sliceService(slice)]},
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

	*#onNode(event: TypedEvent<Node>): Routine {
		const change = yield* this.#self.deliver(event);
		if (!change || change.type === 'DELETED') {
			return;
		}

		const zone = zoneOf(change.object);
		const addresses = change.object.status?.addresses ?? [];
		const ips = addresses.flatMap(({type, address}) => (type === 'InternalIP' ? [address] : []));
		for (const rules of this.#families) {
			const nodeIP = ofFamily(ips, rules.served.family) ?? '';
			if (nodeIP !== rules.nodeIP) {
				rules.nodeIP = nodeIP;
				// In mode nftables this address accepts node ports.
				this.#dirty ||= this.#mode === 'nftables';
			}
		}

		if (zone !== this.#place.zone) {
			this.#place = {node: this.#node, zone};
			for (const service of this.#services.list()) {
				this.#touch(keyOf(service));
			}
		}
	}

	*#onService(event: TypedEvent<Service>): Routine {
		const change = yield* this.#services.deliver(event);
		if (change) {
			this.#touch(keyOf(change.object));
		}
	}

	*#onSlice(event: TypedEvent<EndpointSlice>): Routine {
		const change = yield* this.#slices.deliver(event);
		const service = change ? sliceService(change.object) : '';
		if (service) {
			this.#touch(service);
		}
	}

	#touch(key: string): void {
		this.#changed.add(key);
		this.#dirty = true;
	}

	/** Simplified: one family after the other, while upstream each has its own proxier. */
	*#sync(): Routine {
		const changed = [...this.#changed].sort();
		this.#changed.clear();
		this.#dirty = false;
		for (const rules of this.#families) {
			yield* this.#syncFamily(rules, changed);
		}
	}

	*#syncFamily(rules: FamilyRules, changed: readonly string[]): Routine {
		const {kernel} = this;
		const {served, nodeIP, ports: before} = rules;
		const ports = this.#portsNow(rules, changed);
		const key = rulesKey(this.#node, this.#mode, served.family);
		const written = kernel.ledger.read<NodeRules>(key);
		const isSetUp = written !== undefined && (this.#mode === 'iptables' || written.nodeIP === nodeIP);
		const changes = changed.flatMap((name) => ruleChanges(before.get(name) ?? [], ports.get(name) ?? []));
		rules.ports = ports;
		this.#nextSyncMs = kernel.now + (this.options.minSyncPeriodMs ?? 1000);
		if (changes.length === 0 && isSetUp) {
			return;
		}

		yield* sleep(kernel.latency('kube-proxy.sync', 10));
		kernel.ledger.write(key, rulesOf(this.#mode, ports, nodeIP, served));
		const [first] = changes;
		yield* note(
			'kube-proxy.sync',
			{
				node: this.#node,
				mode: this.#mode,
				...(served.family === 'IPv6' ? {family: served.family} : {}),
				nodeIP,
				changes,
				services: ports.size,
				...(this.#mode === 'nftables' && this.#transaction(rules, before, changed)),
			},
			{object: first && registryKey('services', first.namespace, first.name)},
		);
	}

	/** The ports of all Services, after these Services have changed. */
	#portsNow({served, ports: before}: FamilyRules, changed: readonly string[]): Ports {
		const ports = new Map(before);
		for (const key of changed) {
			const [namespace = '', name = ''] = key.split('/');
			const service = this.#services.get(namespace, name);
			if (service && isProxied(service, served.family)) {
				const slices = this.#slices.byIndex('service', key);
				ports.set(key, servicePorts(service, slices, this.#place, served.family));
			} else {
				ports.delete(key);
			}
		}

		return ports;
	}

	/** Writes only the differences, in one transaction, in mode nftables. */
	#transaction(
		{ports: now, nodeIP, served}: FamilyRules,
		before: Ports,
		changed: readonly string[],
	): ReturnType<typeof nftablesChanges> {
		const of = (ports: Ports) => changed.flatMap((key) => ports.get(key) ?? []);
		const others = [...now].flatMap(([key, ports]) => (changed.includes(key) ? [] : ports));
		return nftablesChanges(of(before), of(now), others, nodeIP, served);
	}
}

const keyOf = ({metadata}: Service): string => `${metadata.namespace}/${metadata.name}`;

const zoneOf = ({metadata}: Node): string => metadata.labels?.['topology.kubernetes.io/zone'] ?? '';
