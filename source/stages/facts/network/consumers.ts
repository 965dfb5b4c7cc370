import type {ProxyMode} from '../../../objects/simulated-node.js';
/** A port of a Service whose rules change on a node. */
export interface RuleChange {
	readonly namespace: string;
	readonly name: string;
	/** `namespace/name`, with `:port` where the port has a name. */
	readonly id: string;
	readonly clusterIP: string;
	readonly port: number;
	/** Endpoints before and after the change; `undefined` without rules. */
	readonly before: readonly string[] | undefined;
	readonly after: readonly string[] | undefined;
}

/** A Service in DNS. */
interface DNSEntry {
	readonly namespace: string;
	readonly name: string;
	readonly kind: 'cluster' | 'headless' | 'external';
	readonly clusterIP?: string;
	readonly clusterIPs?: readonly string[];
	readonly externalName?: string;
	readonly hosts: ReadonlyArray<{readonly ip: string}>;
}

/** The ingress controller's view of an Ingress. */
interface IngressEntry {
	readonly namespace: string;
	readonly name: string;
	readonly routes: ReadonlyArray<{
		/** The host; empty for every host. */
		readonly host: string;
		readonly path: string;
		/** `namespace/name:port`. */
		readonly service: string;
		readonly upstreams: readonly string[];
	}>;
}

/** Host name → the addresses that external-dns has written for it, and their owner. */
type OwnedRecords = Readonly<Record<string, {readonly resource: string; readonly ips: readonly string[]}>>;

/** Facts of the components that follow Services and their endpoints. */
export interface ConsumerFacts {
	'kube-proxy.sync': {
		readonly node: string;
		readonly mode: ProxyMode;
		/** The family of the rules, if not IPv4. */
		readonly family?: 'IPv6';
		/** The node's own address, if known. */
		readonly nodeIP: string;
		readonly changes: readonly RuleChange[];
		readonly services: number;
		/** Lines that are added to the table and removed from it, in mode nftables. */
		readonly added?: readonly string[];
		readonly removed?: readonly string[];
	};
	/** CoreDNS answers from now on. */
	'dns.serve': {readonly ip: string; readonly port: number};
	'dns.update':
		| {readonly case: 'set'; readonly domain: string; readonly before: DNSEntry | undefined; readonly after: DNSEntry}
		| {
				readonly case: 'remove';
				readonly domain: string;
				readonly namespace: string;
				readonly name: string;
				/** Its previous records. */
				readonly before: unknown;
		  }
		| {readonly case: 'namespace'; readonly domain: string; readonly namespace: string; readonly isKnown: boolean};
	'ingress.update':
		| {readonly case: 'set'; readonly before: IngressEntry | undefined; readonly after: IngressEntry}
		| {readonly case: 'forget'; readonly before: IngressEntry};
	/** The changes of external-dns to the records outside the cluster. */
	'external-dns.sync': {
		readonly before: OwnedRecords;
		readonly after: OwnedRecords;
		readonly created: readonly string[];
		readonly updated: readonly string[];
		readonly deleted: readonly string[];
	};
	'mesh.push':
		| {
				readonly case: 'push';
				readonly version: number;
				/** Services whose endpoints have changed. */
				readonly changed: readonly string[];
				readonly sidecars: readonly string[];
				readonly endpoints: Readonly<Record<string, readonly string[]>>;
		  }
		| {readonly case: 'gone'; readonly pod: string};
}
