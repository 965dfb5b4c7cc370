import type {Client, TypedEvent} from '../../client/client.js';
import type {EndpointSlice, Namespace, Service} from '../../objects/kubernetes.generated.js';
import {Informer} from '../../client/informer.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Ledger} from '../../kernel/ledger.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {registryKey} from '../../objects/resources.js';
import {sliceService} from '../slice-service.js';
import {dnsService, recordsOf, type DNSRecord, type DNSService, type Zone} from './dns-zone.js';

export interface DNSServerOptions {
	readonly clusterDomain?: string;
}

const dnsKey = '/network/dns/';
const namespaceKey = '/network/dns-namespaces/';

/** What the ledger holds of a Service's names, under `/network/dns/<namespace>/<name>`. */
export interface DNSEntry extends DNSService {
	readonly records: readonly DNSRecord[];
}

// Names that exist outside the cluster, so that ExternalName Services lead somewhere.
const outside: Readonly<Record<string, string>> = {'db.example.com': '203.0.113.7'};

/** The zone as it is now in the ledger. */
export const readZone = (ledger: Ledger, domain = 'cluster.local'): Zone => ({
	domain,
	service: (namespace, name) => ledger.read<DNSEntry>(`${dnsKey}${namespace}/${name}`),
	services: () => ledger.keys(dnsKey).flatMap((key) => ledger.read<DNSEntry>(key) ?? []),
	hasNamespace: (name) => ledger.read(`${namespaceKey}${name}`) !== undefined,
	outside,
});

/**
Starts CoreDNS: it follows Services, EndpointSlices and namespaces, and answers from what it knows. Answers may be cached for 30 s.

@see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
*/
export const startDNS = (kernel: Kernel, client: Client, options: DNSServerOptions = {}): void => {
	kernel.spawn('coredns', 'coredns', () => new DNSServer(client, options.clusterDomain ?? 'cluster.local').run());
};

class DNSServer {
	readonly #mailbox = new Mailbox<() => Routine>('coredns');
	readonly #ledger: Ledger;
	readonly #services: Informer<'services'>;
	readonly #namespaces: Informer<'namespaces'>;
	readonly #slices: Informer<'endpointslices.discovery.k8s.io'>;

	constructor(
		client: Client,
		readonly domain: string,
	) {
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
			const work = yield* receive(this.#mailbox);
			yield* work();
		}
	}

	*#namespaceChanged(event: TypedEvent<Namespace>): Routine {
		const change = yield* this.#namespaces.deliver(event);
		if (!change) {
			return;
		}

		const {name} = change.object.metadata;
		const key = `${namespaceKey}${name}`;
		const isKnown = change.type !== 'DELETED';
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
		if (!service) {
			if (before) {
				this.#ledger.delete(key);
				yield* note('dns.update', {case: 'remove', domain, namespace, name, before: before.records}, {object});
			}

			return;
		}

		const entry = entryOf(dnsService(service, this.#slices.byIndex('service', `${namespace}/${name}`)), domain);
		if (!before || !sameEntry(before, entry)) {
			this.#ledger.write(key, entry);
			yield* note('dns.update', {case: 'set', domain, before, after: entry}, {object});
		}
	}
}

/** The records follow from the rest, so they are generated on demand. */
const entryOf = (service: DNSService, domain: string): DNSEntry => {
	for (const host of service.hosts) {
		Object.freeze(host);
	}

	return Object.freeze({
		...service,
		hosts: Object.freeze(service.hosts),
		get records() {
			return recordsOf(service, domain);
		},
	});
};

const portsText = (ports: DNSService['ports']): string =>
	ports.map(({name, protocol, port}) => `${name}/${protocol}/${port}`).join(',');

const hostText = ({ip, host, ports}: DNSService['hosts'][number]): string => `${ip} ${host} ${portsText(ports)}`;

const sameEntry = (a: DNSService, b: DNSService): boolean =>
	a.kind === b.kind &&
	a.clusterIP === b.clusterIP &&
	a.externalName === b.externalName &&
	portsText(a.ports) === portsText(b.ports) &&
	a.hosts.length === b.hosts.length &&
	a.hosts.every((host, index) => {
		const other = b.hosts[index];
		return other !== undefined && hostText(host) === hostText(other);
	});
