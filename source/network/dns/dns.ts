import {hostProcessKey, type PodAddress} from '../addresses.js';
import type {Client, TypedEvent} from '../../client/client.js';
import type {EndpointSlice, Namespace, Service} from '../../objects/kubernetes.generated.js';
import {Informer} from '../../client/informer.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Ledger} from '../../kernel/ledger.js';
import type {LedgerView} from '../../kernel/ledger-view.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {controlPlaneAddress} from '../../objects/cluster-network.js';
import {networkIn} from '../cluster-network.js';
import {equal} from '../../kernel/equality.js';
import {controlPlane} from '../../objects/control-plane.js';
import {ownedRecords} from '../external-dns.js';
import {registryKey} from '../../objects/resources.js';
import {sliceService} from '../slice-service.js';
import {dnsNames, recordsOf, type DNSNames, type DNSRecord, type DNSService, type Zone} from './dns-zone.js';
import {HostCounts, mergeHosts, sameHosts, type HostLists} from './slice-hosts.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

interface DNSServerOptions {
	readonly clusterDomain?: string;
	/** Pods answer with its data; otherwise it listens itself. */
	readonly isInPods?: boolean;
}

const dnsKey = '/network/dns/';
const namespaceKey = '/network/dns-namespaces/';

/** The ledger's entry about a Service's names, under `/network/dns/<namespace>/<name>`. */
export interface DNSEntry extends DNSService {
	readonly records: readonly DNSRecord[];
}

// Names that exist outside the cluster, so that ExternalName Services resolve.
const outside: Zone['outside'] = {'db.example.com': ['203.0.113.7']};

/** Names outside the cluster, including those from external-dns. */
const outsideNames = (ledger: LedgerView): Zone['outside'] => {
	const owned = Object.entries(ownedRecords(ledger) ?? {});
	return owned.length === 0 ? outside : {...outside, ...Object.fromEntries(owned.map(([host, {ips}]) => [host, ips]))};
};

/** The zone as it is now in the ledger. */
export const readZone = (ledger: LedgerView, domain = 'cluster.local'): Zone => ({
	domain,
	service: (namespace, name) => ledger.read<DNSEntry>(`${dnsKey}${namespace}/${name}`),
	services: () => ledger.keys(dnsKey).flatMap((key) => ledger.read<DNSEntry>(key) ?? []),
	hasNamespace: (name) => ledger.read(`${namespaceKey}${name}`) !== undefined,
	outside: outsideNames(ledger),
});

/**
Starts CoreDNS: it follows Services, EndpointSlices and namespaces, and answers from its cache. Answers may be cached for 30 s.

@see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
*/
export const startDNS = (kernel: Kernel, client: Client, options: DNSServerOptions = {}): void => {
	kernel.spawn('coredns', 'coredns', () => new DNSServer(client, options).run());
};

class DNSServer {
	readonly #mailbox = new Mailbox<() => Routine>('coredns');
	readonly #ledger: Ledger;
	readonly #services: Informer<'services'>;
	readonly #namespaces: Informer<'namespaces'>;
	readonly #slices: Informer<'endpointslices.discovery.k8s.io'>;
	readonly domain: string;
	/** Whether the first lists have arrived. Until then, a missing Service may still arrive. */
	#isReady = false;
	/** The hosts, by `namespace/name` of their Services. */
	readonly #hosts = new Map<string, HostCounts>();

	constructor(
		readonly client: Client,
		readonly options: DNSServerOptions,
	) {
		this.domain = options.clusterDomain ?? 'cluster.local';
		const owner = 'coredns';
		this.#ledger = client.kernel.ledger;
		this.#services = new Informer(client, 'services', {owner});
		this.#namespaces = new Informer(client, 'namespaces', {owner});
		this.#slices = new Informer(client, 'endpointslices.discovery.k8s.io', {
			owner,
			indexes: {service: (slice) => [sliceService(slice)]},
		});
	}

	*run(): Routine {
		yield* this.#namespaces.start(this.#mailbox, (event) => () => this.#namespaceChanged(event));
		yield* this.#slices.start(this.#mailbox, (event) => () => this.#sliceChanged(event));
		yield* this.#services.start(this.#mailbox, (event) => () => this.#serviceChanged(event));
		for (;;) {
			if (!this.#isReady && this.#namespaces.synced && this.#services.synced) {
				this.#isReady = true;
				yield* this.#prune();
				yield* this.#serve();
			}

			const work = yield* receive(this.#mailbox);
			yield* work();
		}
	}

	/** Answers from the end of the first lists until its end. @mirrors github.com/coredns/coredns/plugin/kubernetes (HasSynced) */
	*#serve(): Routine {
		if (this.options.isInPods) {
			return;
		}

		this.#listen(true);
		this.client.kernel.atExit(() => this.#listen(false));
		yield* note('dns.serve', {ip: controlPlaneAddress(networkIn(this.#ledger)), port: 53});
	}

	/** The network's view of its port. Report it with the next stop. */
	#listen(accepts: boolean): void {
		const {name, dns} = controlPlane;
		const ip = controlPlaneAddress(networkIn(this.#ledger));
		const address: PodAddress = {
			node: name,
			namespace: 'kube-system',
			pod: dns,
			uid: '',
			listeners: [{port: 53, container: 'coredns', accepts}],
		};
		this.#ledger.write(hostProcessKey(ip, 'kube-system', dns), address);
	}

	/** An object that was deleted while no CoreDNS ran is missing in the first lists: no event reports it. */
	*#prune(): Routine {
		const ledger = this.#ledger;
		for (const key of ledger.keys(dnsKey)) {
			const [namespace = '', name = ''] = key.slice(dnsKey.length).split('/');
			if (!this.#services.get(namespace, name)) {
				yield* this.#update(namespace, name);
			}
		}

		for (const key of ledger.keys(namespaceKey)) {
			const name = key.slice(namespaceKey.length);
			if (!this.#namespaces.get(undefined, name)) {
				yield* this.#setNamespace(name, false);
			}
		}
	}

	*#namespaceChanged(event: TypedEvent<Namespace>): Routine {
		const change = yield* this.#namespaces.deliver(event);
		if (change) {
			yield* this.#setNamespace(change.object.metadata.name, change.type !== 'DELETED');
		}
	}

	*#setNamespace(name: string, isKnown: boolean): Routine {
		const key = `${namespaceKey}${name}`;
		if (isKnown === (this.#ledger.read(key) !== undefined)) {
			return;
		}

		if (isKnown) {
			this.#ledger.write(key, {name});
		} else {
			this.#ledger.delete(key);
		}

		const {domain} = this;
		const object = registryKey('namespaces', undefined, name);
		yield* note('dns.update', {case: 'namespace', domain, namespace: name, isKnown}, {object});
	}

	*#sliceChanged(event: TypedEvent<EndpointSlice>): Routine {
		const change = yield* this.#slices.deliver(event);
		const [namespace, name] = change ? sliceService(change.object).split('/') : [];
		if (namespace && name) {
			yield* this.#update(namespace, name);
		}
	}

	*#serviceChanged(event: TypedEvent<Service>): Routine {
		const change = yield* this.#services.deliver(event);
		if (change) {
			yield* this.#update(change.object.metadata.namespace, change.object.metadata.name);
		}
	}

	*#update(namespace: string, name: string): Routine {
		const {domain} = this;
		const key = `${dnsKey}${namespace}/${name}`;
		const before = this.#ledger.read<DNSEntry>(key);
		const service = this.#services.get(namespace, name);
		const object = registryKey('services', namespace, name);
		if (!service && !this.#isReady) {
			return;
		}

		if (!service) {
			this.#hosts.delete(key);
			if (before) {
				this.#ledger.delete(key);
				yield* note('dns.update', {case: 'remove', domain, namespace, name, before: before.records}, {object});
			}

			return;
		}

		const entry = entryOf(dnsNames(service), this.#hostsOf(key, `${namespace}/${name}`), domain);
		if (!before || !sameEntry(before, entry)) {
			this.#ledger.write(key, entry);
			yield* note('dns.update', {case: 'set', domain, before, after: entry}, {object});
		}
	}

	#hostsOf(key: string, service: string): HostLists {
		const counts = getOrInsert(this.#hosts, key, () => new HostCounts());
		return counts.update(this.#slices.byIndex('service', service));
	}
}

/** The hosts of entries in their order, slice by slice. */
const listsOf = new WeakMap<DNSEntry, HostLists>();
const noHosts: HostLists = {lists: [], isPlain: true};

/** Hosts and records are derived and long, so they are generated on demand: the size of an entry depends only on the number of its slices. */
const entryOf = (names: DNSNames, given: HostLists, domain: string): DNSEntry => {
	const hosts = names.kind === 'external' ? noHosts : given;
	const all = () => (hosts.isPlain ? hosts.lists.flat() : mergeHosts(hosts.lists));
	const entry: DNSEntry = Object.freeze({
		...names,
		get hosts() {
			return all();
		},
		get records() {
			return recordsOf({...names, hosts: all()}, domain);
		},
	});
	listsOf.set(entry, hosts);
	return entry;
};

const portsText = (ports: DNSService['ports']): string =>
	ports.map(({name, protocol, port}) => `${name}/${protocol}/${port}`).join(',');

const sameEntry = (a: DNSEntry, b: DNSEntry): boolean =>
	a.kind === b.kind &&
	equal(a.clusterIPs, b.clusterIPs) &&
	a.clusterIP === b.clusterIP &&
	a.externalName === b.externalName &&
	portsText(a.ports) === portsText(b.ports) &&
	sameHosts(listsOf.get(a) ?? noHosts, listsOf.get(b) ?? noHosts);
