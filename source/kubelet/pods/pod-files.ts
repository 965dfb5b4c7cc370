import type {CPUManager} from '../cpus/cpu-manager.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {uidOfCgroup, type CgroupOptions} from '../../objects/pod-cgroup.js';
import {cgroupFiles, cgroupOf, podResources} from '../node/cgroup.js';
import {hostsPath, podDirectory, podKey, podName} from '../node/pod-names.js';
import type {HostFiles} from '../../host/host-files.js';

/** The remains of a Pod in the file systems of a node. */
export interface PodLeftovers {
	/** `namespace/name`, if its directory has it. */
	readonly pod?: string;
	readonly cgroup?: string;
}

/** The control groups and directories of the Pods of a node. They outlive the kubelet. */
export class PodFiles {
	/** @param node name of the node. */
	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		readonly files: HostFiles,
		readonly cpus: CPUManager,
		readonly options?: CgroupOptions,
	) {}

	*makeControlGroup(pod: Pod): Routine {
		const {ledger} = this.kernel;
		const cgroup = cgroupOf(pod, this.options);
		const key = `${this.#cgroups}${cgroup}`;
		if (cgroup === '/' || ledger.read(key) !== undefined) {
			return;
		}

		const files = cgroupFiles(podResources(pod, this.cpus.isExclusive(pod.metadata.uid)));
		ledger.write(key, files);
		yield* note('kubelet.cgroup', {case: 'make', cgroup, files, qosClass: pod.status?.qosClass}, {object: podKey(pod)});
	}

	*makeDirectories(pod: Pod): Routine {
		const {ledger} = this.kernel;
		const directory = podDirectory(pod);
		const key = `${this.#directories}${directory}`;
		if (ledger.read(key) !== undefined) {
			return;
		}

		const directories = [directory, `${directory}/volumes`, `${directory}/plugins`];
		ledger.write(key, {pod: podName(pod), directories});
		yield* note('kubelet.directories', {directory, directories}, {object: podKey(pod)});
	}

	/** Removes the control group and the directory. @param cgroup its path, if the Pod itself does not determine it. */
	*remove(pod: Pod, cgroup = cgroupOf(pod, this.options)): Routine {
		const {ledger} = this.kernel;
		if (cgroup !== '/') {
			ledger.delete(`${this.#cgroups}${cgroup}`);
			yield* note('kubelet.cgroup', {case: 'remove', cgroup}, {object: podKey(pod)});
		}

		this.files.remove(hostsPath(pod));
		this.files.removeBelow(`${podDirectory(pod)}/volume-subpaths`);
		ledger.delete(`${this.#directories}${podDirectory(pod)}`);
		ledger.delete(`/components/kubelet/${this.node}/status/${podName(pod)}`);
	}

	/** The remains of Pods, by uid. */
	leftovers(): ReadonlyMap<string, PodLeftovers> {
		const {ledger} = this.kernel;
		const found = new Map<string, PodLeftovers>();
		for (const key of ledger.keys(`${this.#directories}/`)) {
			found.set(key.slice(key.lastIndexOf('/') + 1), {pod: ledger.read<{readonly pod: string}>(key)?.pod});
		}

		for (const key of ledger.keys(`${this.#cgroups}/`)) {
			const uid = uidOfCgroup(key);
			if (uid !== undefined) {
				found.set(uid, {...found.get(uid), cgroup: key.slice(this.#cgroups.length)});
			}
		}

		return found;
	}

	get #cgroups(): string {
		return `/nodes/${this.node}/cgroups`;
	}

	get #directories(): string {
		return `/nodes/${this.node}/directories`;
	}
}
