import type {Client} from '../../client/client.js';
import {Informer} from '../../client/informer.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Ledger} from '../../kernel/ledger.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {registryKey} from '../../objects/resources.js';
import {sliceService} from '../slice-service.js';
import {dnsService, recordsOf, type DNSRecord, type DNSService, type Zone} from './dns-zone.js';

export interface DNSOptions {
	readonly clusterDomain?: string;
}

const dnsKey = '/network/dns/';
const namespaceKey = '/network/dns-namespaces/';

/** What the ledger holds of a Service's names, under `/network/dns/<namespace>/<name>`. */
export interface DNSEntry extends DNSService {
	readonly records: readonly DNSRecord[];
}

// Names that the world outside answers to, so that ExternalName Services lead somewhere.
const outside: Readonly<Record<string, string>> = {'db.example.com': '203.0.113.7'};

/** The zone as it is in the ledger now. */
export const readZone = (ledger: Ledger, domain = 'cluster.local'): Zone => ({
	domain,
	service: (namespace, name) => ledger.read<DNSEntry>(`${dnsKey}${namespace}/${name}`),
	services: () => ledger.keys(dnsKey).flatMap((key) => ledger.read<DNSEntry>(key) ?? []),
	hasNamespace: (name) => ledger.read(`${namespaceKey}${name}`) !== undefined,
	outside,
});

/**
Starts CoreDNS: it follows Services, EndpointSlices and namespaces, and answers from what it knows. Answers may be kept for 30 s.

@see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
*/
export const startDNS = (kernel: Kernel, client: Client, options: DNSOptions = {}): void => {
	kernel.spawn('coredns', 'coredns', () => run(kernel, client, options.clusterDomain ?? 'cluster.local'));
};

function* run(kernel: Kernel, client: Client, domain: string): Routine {
	const {ledger} = kernel;
	const mailbox = new Mailbox<() => Routine>('coredns');
	const services = new Informer(client, 'services', {owner: 'coredns'});
	const namespaces = new Informer(client, 'namespaces', {owner: 'coredns'});
	const slices = new Informer(client, 'endpointslices.discovery.k8s.io', {
		owner: 'coredns',
		indexes: {service: (slice) => [sliceService(slice)]},
	});

	function* update(namespace: string, name: string): Routine {
		const key = `${dnsKey}${namespace}/${name}`;
		const before = ledger.read<DNSEntry>(key);
		const service = services.get(namespace, name);
		const object = registryKey('services', namespace, name);
		if (!service) {
			if (before) {
				ledger.delete(key);
				yield* note('dns.update', {case: 'remove', domain, namespace, name, before: before.records}, {object});
			}

			return;
		}

		const entry = entryOf(dnsService(service, slices.byIndex('service', `${namespace}/${name}`)), domain);
		if (!before || !sameEntry(before, entry)) {
			ledger.write(key, entry);
			yield* note('dns.update', {case: 'set', domain, before, after: entry}, {object});
		}
	}

	yield* namespaces.start(
		mailbox,
		(event) =>
			function* () {
				const change = yield* namespaces.deliver(event);
				if (!change) {
					return;
				}

				const {name} = change.object.metadata;
				const key = `${namespaceKey}${name}`;
				const known = ledger.read(key) !== undefined;
				if (change.type === 'DELETED' ? known : !known) {
					if (known) {
						ledger.delete(key);
					} else {
						ledger.write(key, {name});
					}

					yield* note(
						'dns.update',
						{case: 'namespace', domain, namespace: name, isKnown: !known},
						{object: registryKey('namespaces', undefined, name)},
					);
				}
			},
	);
	yield* slices.start(
		mailbox,
		(event) =>
			function* () {
				const change = yield* slices.deliver(event);
				const [namespace, name] = change ? sliceService(change.object).split('/') : [];
				if (namespace && name) {
					yield* update(namespace, name);
				}
			},
	);
	yield* services.start(
		mailbox,
		(event) =>
			function* () {
				const change = yield* services.deliver(event);
				if (change) {
					yield* update(change.object.metadata.namespace, change.object.metadata.name);
				}
			},
	);
	for (;;) {
		const work = yield* receive(mailbox);
		yield* work();
	}
}

/** The records follow from the rest, so they are made when somebody looks. */
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
