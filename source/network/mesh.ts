import type {Client, TypedEvent} from '../client/client.js';
import {Informer} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import type {LedgerView} from '../kernel/ledger-view.js';
import {joinHostPort} from '../objects/host-port.js';
import {Mailbox} from '../kernel/mailbox.js';
import {take, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {Pod, Service} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {ServiceFollower} from './service-follower.js';
import {equal} from '../kernel/equality.js';

interface MeshOptions {
	/** Pods that this selects have a sidecar. */
	readonly selector?: string;
	/** How long changes are gathered before they are pushed, in milliseconds. */
	readonly debounceMs?: number;
}

/** The configuration that a sidecar has received, in the ledger under `/network/mesh/<namespace>/<pod>`. */
export interface SidecarConfig {
	readonly pod: string;
	/** Number of the last push that it received. */
	readonly version: number;
	/** `service.namespace.svc.cluster.local:port` → ready endpoints. */
	readonly endpoints: Readonly<Record<string, readonly string[]>>;
	/** `10.96.0.10:80` → the Service that has this address: the sidecar's listeners. */
	readonly listeners?: Readonly<Record<string, string>>;
}

const meshKey = '/network/mesh/';

/** The state that the mesh has pushed to the sidecar of a Pod; `undefined` for a Pod without one. @param pod `namespace/name` */
export const sidecarOf = (ledger: LedgerView, pod: string): SidecarConfig | undefined =>
	ledger.read(`${meshKey}${pod}`);

/**
Starts the control plane of a service mesh: it pushes the endpoints of every Service to the sidecar of every Pod in the mesh, so that the
sidecars balance requests themselves, without kube-proxy.

@see https://istio.io/latest/docs/ops/deployment/architecture/

Simplified: a Pod is in the mesh by the label `sidecar.istio.io/inject: "true"`, and all sidecars have the same endpoints.
*/
export const startMesh = (kernel: Kernel, client: Client, options: MeshOptions = {}): void => {
	kernel.spawn('mesh', 'mesh', () => new Mesh(client, options).run());
};

class Mesh {
	readonly #kernel: Kernel;
	readonly #mailbox = new Mailbox<() => Routine>('mesh');
	readonly #follower: ServiceFollower;
	readonly #sidecars: Informer<'pods'>;
	/** The time of the next push; `undefined` without changes. */
	#dueMs: number | undefined;
	#version = 0;
	#endpoints: SidecarConfig['endpoints'] = {};

	constructor(
		client: Client,
		readonly options: MeshOptions,
	) {
		this.#kernel = client.kernel;
		this.#follower = new ServiceFollower(client, 'mesh', this.#mailbox, () => this.#serviceChanged());
		this.#sidecars = new Informer(client, 'pods', {
			owner: 'mesh',
			labelSelector: options.selector ?? 'sidecar.istio.io/inject=true',
		});
	}

	*run(): Routine {
		yield* this.#sidecars.start(this.#mailbox, (event) => () => this.#podChanged(event));
		let isPruned = false;
		for (;;) {
			if (!isPruned && this.#sidecars.synced) {
				isPruned = true;
				yield* this.#prune();
			}

			const timeoutMs = this.#dueMs === undefined ? undefined : Math.max(0, this.#dueMs - this.#kernel.now);
			const work = yield* take(this.#mailbox, {timeoutMs});
			if (work) {
				yield* work();
			} else {
				this.#dueMs = undefined;
				yield* this.#push();
			}
		}
	}

	/** Removes Pods that were deleted while the control plane was down, for which no event arrives. */
	*#prune(): Routine {
		const {ledger} = this.#kernel;
		for (const key of ledger.keys(meshKey)) {
			const [namespace = '', name = ''] = key.slice(meshKey.length).split('/');
			if (!this.#sidecars.get(namespace, name)) {
				yield* this.#forget(namespace, name);
			}
		}
	}

	*#forget(namespace: string | undefined, name: string): Routine {
		const pod = `${namespace}/${name}`;
		this.#kernel.ledger.delete(`${meshKey}${pod}`);
		yield* note('mesh.push', {case: 'gone', pod}, {object: registryKey('pods', namespace, name)});
	}

	#plan(): void {
		this.#dueMs ??= this.#kernel.now + (this.options.debounceMs ?? 100);
	}

	*#serviceChanged(): Routine {
		this.#plan();
	}

	*#podChanged(event: TypedEvent<Pod>): Routine {
		const change = yield* this.#sidecars.deliver(event);
		if (!change) {
			return;
		}

		if (change.type !== 'DELETED') {
			yield* this.#follower.start();
			this.#plan();
			return;
		}

		const {namespace, name} = change.object.metadata;
		yield* this.#forget(namespace, name);
	}

	/** The last push; after a restart, the state that the sidecars report when they connect again. */
	#pushed(): Pick<SidecarConfig, 'endpoints' | 'version'> {
		const {ledger} = this.#kernel;
		let newest = {version: this.#version, endpoints: this.#endpoints};
		for (const key of this.#version === 0 ? ledger.keys(meshKey) : []) {
			const config = ledger.read<SidecarConfig>(key);
			newest = config && config.version > newest.version ? config : newest;
		}

		return newest;
	}

	*#push(): Routine {
		const {ledger} = this.#kernel;
		const {version: lastVersion, endpoints: before} = this.#pushed();
		const endpoints = endpointsOf(this.#follower);
		const changed = Object.keys({...before, ...endpoints}).filter((key) => !equal(before[key], endpoints[key]));
		const version = lastVersion + (changed.length > 0 ? 1 : 0);
		const sidecars: string[] = [];
		for (const {metadata, status} of this.#sidecars.list()) {
			const pod = `${metadata.namespace}/${metadata.name}`;
			const has = ledger.read<SidecarConfig>(`${meshKey}${pod}`);
			if (status?.podIP && has?.version !== version) {
				ledger.write(`${meshKey}${pod}`, {
					pod,
					version,
					endpoints,
					listeners: listenersOf(this.#follower),
				} satisfies SidecarConfig);
				sidecars.push(pod);
			}
		}

		this.#version = version;
		this.#endpoints = endpoints;
		if (sidecars.length > 0) {
			yield* note('mesh.push', {case: 'push', version, changed, sidecars, endpoints});
		}
	}
}

const endpointsOf = (follower: ServiceFollower): SidecarConfig['endpoints'] => {
	const endpoints: Record<string, readonly string[]> = {};
	for (const service of follower.services()) {
		for (const port of portsOf(service)) {
			const {namespace = 'default', name} = service.metadata;
			endpoints[`${name}.${namespace}.svc.cluster.local:${port}`] = follower.endpoints(namespace, name, {number: port});
		}
	}

	return endpoints;
};

/** The addresses of all Services, and the name of their endpoints. */
const listenersOf = (follower: ServiceFollower): SidecarConfig['listeners'] =>
	Object.fromEntries(
		follower.services().flatMap((service) => {
			const {namespace = 'default', name} = service.metadata;
			const ips = (service.spec?.clusterIPs ?? []).filter((ip) => ip !== 'None');
			return ips.flatMap((ip) =>
				portsOf(service).map((port) => [joinHostPort(ip, port), `${name}.${namespace}.svc.cluster.local:${port}`]),
			);
		}),
	);

const portsOf = ({spec}: Service): number[] => (spec?.ports ?? []).map(({port}) => port);
