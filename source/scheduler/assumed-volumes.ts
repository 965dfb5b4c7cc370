import type {VolumePlan} from './plugins/volume-binding.js';

/**
Volumes that Pods on their way to a node have been given, before the API shows it.

@mirrors k8s.io/kubernetes/pkg/scheduler/framework/plugins/volumebinding.pvAssumeCache
*/
export class AssumedVolumes {
	readonly #claims = new Map<string, string>();

	assume({bind}: VolumePlan): void {
		for (const {claim, volume} of bind) {
			this.#claims.set(volume.metadata.name, `${claim.metadata.namespace}/${claim.metadata.name}`);
		}
	}

	/** The volumes of the plan are bound, or will not be. */
	forget({bind}: VolumePlan): void {
		for (const {volume} of bind) {
			this.#claims.delete(volume.metadata.name);
		}
	}

	/** The claim that a volume is given to, `namespace/name`. */
	claimOf(volume: string): string | undefined {
		return this.#claims.get(volume);
	}
}
