import type {Client} from '../client/client.js';
import type {Kernel} from '../kernel/kernel.js';
import type {LedgerView} from '../kernel/ledger-view.js';
import {Mailbox} from '../kernel/mailbox.js';
import {take, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import {splitHostPort} from '../objects/host-port.js';
import type {Service} from '../objects/kubernetes.generated.js';
import {equal} from '../kernel/equality.js';
import {ServiceFollower} from './service-follower.js';

interface ExternalDNSOptions {
	/** How long changes are gathered, in milliseconds: the flag `--min-event-sync-interval`. */
	readonly intervalMs?: number;
}

/** An address record outside the cluster that the operator owns. */
export interface OwnedRecord {
	/** The owner, as in its TXT record: `service/default/web`. */
	readonly resource: string;
	readonly ips: readonly string[];
}

export type OwnedRecords = Readonly<Record<string, OwnedRecord>>;

const recordsKey = '/network/dns-records';

/** The records of the provider's zone that the operator owns, by host name. */
export const ownedRecords = (ledger: LedgerView): OwnedRecords | undefined => ledger.read(recordsKey);

const annotation = 'external-dns.alpha.kubernetes.io/hostname';

/** The records that Services request; if two request one name, the first keeps it. */
const recordsOf = (follower: ServiceFollower): OwnedRecords => {
	const records: Record<string, OwnedRecord> = {};
	for (const service of follower.services()) {
		const {namespace = 'default', name, annotations} = service.metadata;
		const ips = addressesOf(follower, service);
		for (const text of ips.length === 0 ? [] : (annotations?.[annotation] ?? '').split(',')) {
			const host = text.trim().toLowerCase().replace(/\.$/, '');
			if (host !== '' && !Object.hasOwn(records, host)) {
				records[host] = {resource: `service/${namespace}/${name}`, ips};
			}
		}
	}

	return records;
};

/** The published addresses of a Service: its ready Pods if it is headless, its addresses if it is a load balancer; other Services are not published. */
const addressesOf = (follower: ServiceFollower, {metadata, spec, status}: Service): readonly string[] => {
	const {namespace = 'default', name} = metadata;
	if (spec?.clusterIP === 'None') {
		const endpoints = (spec.ports ?? []).flatMap(({port}) => follower.endpoints(namespace, name, {number: port}));
		return [...new Set(endpoints.map((endpoint) => splitHostPort(endpoint).ip))].sort();
	}

	return spec?.type === 'LoadBalancer'
		? (status?.loadBalancer?.ingress ?? []).flatMap(({ip}) => (ip ? [ip] : [])).sort()
		: [];
};

/**
Starts external-dns, an operator outside the request path: it watches Services and their endpoints, and keeps records for them in a zone outside the cluster.

@see https://kubernetes-sigs.github.io/external-dns/
@mirrors sigs.k8s.io/external-dns controller.RunOnce, with --events, --source=service and --policy=sync

Simplified: one provider, whose records count as soon as they are written; NodePorts and Ingresses do not count.
*/
export const startExternalDNS = (kernel: Kernel, client: Client, options: ExternalDNSOptions = {}): void => {
	kernel.spawn('external-dns', 'external-dns', () => run(kernel, client, options.intervalMs ?? 5000));
};

function* run(kernel: Kernel, client: Client, intervalMs: number): Routine {
	const mailbox = new Mailbox<() => Routine>('external-dns');
	let dueMs: number | undefined = kernel.now + intervalMs;
	const follower = new ServiceFollower(client, 'external-dns', mailbox, function* () {
		dueMs ??= kernel.now + intervalMs;
	});
	yield* follower.start();
	for (;;) {
		const timeoutMs: number | undefined = dueMs === undefined ? undefined : Math.max(0, dueMs - kernel.now);
		const work = yield* take(mailbox, {timeoutMs});
		if (work) {
			yield* work();
		} else {
			dueMs = undefined;
			yield* applyChanges(kernel, recordsOf(follower));
		}
	}
}

/** Brings the zone to the Services' desired state, and returns the changes. */
function* applyChanges({ledger}: Kernel, after: OwnedRecords): Routine {
	const before = ownedRecords(ledger) ?? {};
	const created = Object.keys(after).filter((host) => before[host] === undefined);
	const updated = Object.keys(after).filter((host) => before[host] !== undefined && !equal(before[host], after[host]));
	const deleted = Object.keys(before).filter((host) => after[host] === undefined);
	if (created.length + updated.length + deleted.length === 0) {
		return;
	}

	ledger.write(recordsKey, after);
	yield* note('external-dns.sync', {before, after, created, updated, deleted});
}
