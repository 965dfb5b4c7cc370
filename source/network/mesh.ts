import type {Client} from '../client/client.js';
import {Informer} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {take, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {Service} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {ServiceFollower} from './service-follower.js';
import {equal} from '../kernel/equality.js';

export interface MeshOptions {
	/** Pods that this selects have a sidecar. */
	readonly selector?: string;
	/** How long changes are gathered before they are pushed, in milliseconds. */
	readonly debounceMs?: number;
}

/** What a sidecar was told, in the ledger under `/network/mesh/<namespace>/<pod>`. */
export interface SidecarConfig {
	readonly pod: string;
	/** Number of the push that it has. */
	readonly version: number;
	/** `service.namespace.svc.cluster.local:port` → ready endpoints. */
	readonly endpoints: Readonly<Record<string, readonly string[]>>;
}

const meshKey = '/network/mesh/';

/**
Starts the control plane of a service mesh: it pushes the endpoints of every Service to the sidecar of every Pod in the mesh, so that these balance requests by themselves, without kube-proxy.

@see https://istio.io/latest/docs/ops/deployment/architecture/

Simplified: a Pod is in the mesh by the label `sidecar.istio.io/inject: "true"`, and all sidecars get the same endpoints.
*/
export const startMesh = (kernel: Kernel, client: Client, options: MeshOptions = {}): void => {
	kernel.spawn('mesh', 'mesh', () => run(kernel, client, options));
};

function* run(kernel: Kernel, client: Client, options: MeshOptions): Routine {
	const {ledger} = kernel;
	const mailbox = new Mailbox<() => Routine>('mesh');
	let dueMs: number | undefined;
	let version = 0;
	let endpoints: SidecarConfig['endpoints'] = {};
	const plan = () => {
		dueMs ??= kernel.now + (options.debounceMs ?? 100);
	};

	const follower = new ServiceFollower(client, 'mesh', mailbox, function* () {
		plan();
	});
	const sidecars = new Informer(client, 'pods', {
		owner: 'mesh',
		labelSelector: options.selector ?? 'sidecar.istio.io/inject=true',
	});
	yield* sidecars.start(
		mailbox,
		(event) =>
			function* () {
				const change = yield* sidecars.deliver(event);
				if (!change) {
					return;
				}

				const {namespace, name} = change.object.metadata;
				if (change.type === 'DELETED') {
					ledger.delete(`${meshKey}${namespace}/${name}`);
					yield* note(
						'mesh.push',
						{case: 'gone', pod: `${namespace}/${name}`},
						{object: registryKey('pods', namespace, name)},
					);
					return;
				}

				yield* follower.start();
				plan();
			},
	);

	function* push(): Routine {
		const now = endpointsOf(follower);
		const changed = Object.keys({...endpoints, ...now}).filter((key) => !equal(endpoints[key], now[key]));
		const told: string[] = [];
		const next = version + (changed.length > 0 ? 1 : 0);
		for (const {metadata, status} of sidecars.list()) {
			const key = `${meshKey}${metadata.namespace}/${metadata.name}`;
			const has = ledger.read<SidecarConfig>(key);
			if (status?.podIP && has?.version !== next) {
				ledger.write(key, {pod: `${metadata.namespace}/${metadata.name}`, version: next, endpoints: now});
				told.push(`${metadata.namespace}/${metadata.name}`);
			}
		}

		version = next;
		endpoints = now;
		if (told.length > 0) {
			yield* note('mesh.push', {case: 'push', version, changed, sidecars: told, endpoints: now});
		}
	}

	for (;;) {
		const work = yield* take(mailbox, dueMs === undefined ? {} : {timeoutMs: Math.max(0, dueMs - kernel.now)});
		if (work) {
			yield* work();
		} else {
			dueMs = undefined;
			yield* push();
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

const portsOf = ({spec}: Service): number[] => (spec?.ports ?? []).map(({port}) => port);
