import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {pluginProcess, type SimulatedDeviceDriver} from '../../objects/device-driver.js';
import type {
	Container,
	DeviceRequestAllocationResult,
	Pod,
	ResourceV1ResourceClaim,
} from '../../objects/kubernetes.generated.js';
import {isReservedFor, notForPod, podClaim} from '../../objects/resource-claims.js';
import {note} from '../../stages/note.js';
import type {NodeDisk} from '../node-disk.js';
import {podKey} from '../node/pod-names.js';
import type {DeviceDescriptions} from '../../host/host.js';
import {cdiKind, driverOf, variable, type PreparedClaim} from './prepared-claim.js';

/** The pause before drivers are called again for cleanup. */
const retryMs = 10_000;

/** The error when the devices of a Pod cannot be prepared. */
export class PrepareFailure extends Error {
	override name = 'PrepareFailure';
}

type Call = 'dra.NodePrepareResources' | 'dra.NodeUnprepareResources';

/** The other parts of the kubelet that the manager needs. */
export interface DRAManagerParts {
	readonly client: Client;
	/** Name of the node. */
	readonly node: string;
	readonly drivers: readonly SimulatedDeviceDriver[];
	readonly disk: NodeDisk;
	readonly devices: DeviceDescriptions;
}

/**
Calls drivers to prepare the devices of a Pod's claims before its containers start, and to release them after the last Pod that uses them.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/
@mirrors k8s.io/kubernetes/pkg/kubelet/cm/dra Manager
*/
export class DRAManager {
	constructor(private readonly parts: DRAManagerParts) {}

	/** @throws {PrepareFailure} @mirrors Manager.PrepareResources */
	*prepare(pod: Pod): Routine {
		const claims = yield* this.#claimsOf(pod);
		const {prepared} = this.parts.disk;
		for (const claim of claims) {
			const {namespace, name, uid} = claim.metadata;
			const known = prepared.get(`${namespace}/${name}`);
			if (known && known.uid !== uid) {
				throw new PrepareFailure(
					`prepare dynamic resources: old ResourceClaim with same name ${name} and different UID ${known.uid} still exists (previous pod force-deleted?!)`,
				);
			}

			yield* this.#prepareClaim(pod, claim, known);
		}
	}

	/** The devices that a container is to have, by their names for the runtime. @mirrors Manager.GetResources */
	devicesOf(pod: Pod, container: Container): readonly string[] {
		const wanted = container.resources?.claims ?? [];
		return (pod.spec.resourceClaims ?? []).flatMap((entry) => {
			const claim = podClaim(pod, entry);
			const prepared =
				claim.case === 'named' ? this.parts.disk.prepared.get(`${pod.metadata.namespace}/${claim.name}`) : undefined;
			return wanted
				.filter(({name}) => name === entry.name)
				.flatMap(({request}) =>
					(prepared?.devices ?? [])
						.filter((device) => !request || device.request.split('/')[0] === request)
						.map(({id}) => id),
				);
		});
	}

	/** uids of the Pods that have devices. */
	get pods(): ReadonlySet<string> {
		return new Set([...this.parts.disk.prepared.values()].flatMap(({pods}) => [...pods]));
	}

	/** Calls drivers to release the devices of a Pod's containers after their end; after a failure it waits and retries. @mirrors Manager.UnprepareResources */
	*unprepare(pod: Pod): Routine {
		while (this.pods.has(pod.metadata.uid)) {
			try {
				yield* this.#unprepareClaims(pod);
			} catch (error) {
				if (!(error instanceof PrepareFailure)) {
					throw error;
				}

				const {message} = error;
				yield* note('kubelet.kill', {case: 'devices', message}, {object: podKey(pod), outcome: 'failed'});
				yield* sleep(retryMs, {periodic: true});
			}
		}
	}

	/** @throws {PrepareFailure} */
	*#unprepareClaims(pod: Pod): Routine {
		const {prepared} = this.parts.disk;
		const {uid} = pod.metadata;
		for (const [key, claim] of prepared) {
			if (!claim.pods.has(uid)) {
				continue;
			}

			if (claim.pods.size === 1) {
				yield* this.#unprepareClaim(pod, claim);
				prepared.delete(key);
			}

			claim.pods.delete(uid);
		}
	}

	/** The Pod's claims, after a check that the Pod may use them and that their drivers run. @throws {PrepareFailure} */
	*#claimsOf(pod: Pod): Routine<readonly ResourceV1ResourceClaim[]> {
		const {namespace, name: podName, uid} = pod.metadata;
		const claims: ResourceV1ResourceClaim[] = [];
		const fail = (message: string) => new PrepareFailure(`prepare dynamic resources: ${message}`);
		for (const entry of pod.spec.resourceClaims ?? []) {
			const wanted = podClaim(pod, entry);
			if (wanted.case === 'awaited') {
				throw fail(wanted.message);
			}

			if (wanted.case === 'none') {
				continue;
			}

			const {name} = wanted;
			const claim = yield* this.#fetch(namespace, name);
			const foreign = wanted.isGenerated ? notForPod(pod, claim) : undefined;
			if (foreign !== undefined) {
				throw fail(foreign);
			}

			if (!isReservedFor(claim, pod)) {
				throw fail(`pod ${podName} (${uid}) is not allowed to use ResourceClaim ${name} (${claim.metadata.uid})`);
			}

			if (!claim.status?.allocation) {
				throw fail(`ResourceClaim ${name}: claim ${namespace}/${name} not allocated`);
			}

			const missing = driversOf(claim).find((driver) => !this.#isRegistered(driver));
			if (missing !== undefined) {
				throw fail(`DRA driver ${missing} is not registered`);
			}

			claims.push(claim);
		}

		return claims;
	}

	/** @throws {PrepareFailure} */
	*#fetch(namespace: string | undefined, name: string): Routine<ResourceV1ResourceClaim> {
		try {
			return yield* this.parts.client.get('resourceclaims.resource.k8s.io', namespace, name);
		} catch (error) {
			if (error instanceof ApiError) {
				throw new PrepareFailure(`prepare dynamic resources: fetch ResourceClaim ${name}: ${error.message}`);
			}

			throw error;
		}
	}

	/** Whether the driver's plug-in runs on the node. Simplified: it registers at once, and is unregistered at once when it ends. */
	#isRegistered(driver: string): boolean {
		const {client, node} = this.parts;
		const state = client.kernel.processes.get(pluginProcess(driver, node))?.state;
		return state !== undefined && state !== 'ended' && state !== 'crashed';
	}

	*#prepareClaim(pod: Pod, claim: ResourceV1ResourceClaim, known: PreparedClaim | undefined): Routine {
		const {disk} = this.parts;
		const {namespace = 'default', name, uid} = claim.metadata;
		const entry = known ?? {
			namespace,
			name,
			uid,
			drivers: driversOf(claim),
			pods: new Set<string>(),
			devices: undefined,
		};
		// From here on, it may leave something behind.
		disk.prepared.set(`${namespace}/${name}`, entry);
		entry.pods.add(pod.metadata.uid);
		if (entry.devices) {
			return;
		}

		const devices = [];
		for (const driver of entry.drivers) {
			const own = resultsOf(claim).filter((result) => result.driver === driver);
			yield* this.#call('dra.NodePrepareResources', driver, entry, pod, own);
			const kind = cdiKind(driver);
			const ids = this.parts.devices.write(
				uid,
				kind,
				own.map(({device}) => ({name: `${uid}-${device}`, env: [variable(device)]})),
			);
			devices.push(...own.map(({request, device, pool}, index) => ({request, device, pool, id: ids[index] ?? ''})));
		}

		entry.devices = devices;
	}

	*#unprepareClaim(pod: Pod, claim: PreparedClaim): Routine {
		for (const driver of claim.drivers) {
			if (!this.#isRegistered(driver)) {
				throw new PrepareFailure(`unprepare dynamic resources: DRA driver ${driver} is not registered`);
			}

			yield* this.#call('dra.NodeUnprepareResources', driver, claim, pod, []);
			this.parts.devices.remove(claim.uid, cdiKind(driver));
		}
	}

	/** Calls a driver, which answers after its latency. @throws {PrepareFailure} if the scenario makes the call fail. */
	*#call(
		stage: Call,
		driver: string,
		{name, uid}: Pick<PreparedClaim, 'name' | 'uid'>,
		pod: Pod,
		results: readonly DeviceRequestAllocationResult[],
	): Routine {
		const {client, node, drivers} = this.parts;
		const devices = results.map(({device}) => device);
		yield* note(stage, {driver, node, claim: name, uid, devices}, {object: podKey(pod)});
		yield* sleep(client.kernel.latency(stage, 50));
		const call = stage.slice('dra.'.length);
		const problem = driverOf(drivers, driver)?.fails?.[call];
		if (problem !== undefined) {
			const verb = stage === 'dra.NodePrepareResources' ? 'prepare' : 'unprepare';
			throw new PrepareFailure(`${verb} dynamic resources: ${call} failed for ResourceClaim ${name}: ${problem}`);
		}
	}
}

const resultsOf = ({status}: ResourceV1ResourceClaim): readonly DeviceRequestAllocationResult[] =>
	status?.allocation?.devices?.results ?? [];

const driversOf = (claim: ResourceV1ResourceClaim): readonly string[] => [
	...new Set(resultsOf(claim).map(({driver}) => driver)),
];
