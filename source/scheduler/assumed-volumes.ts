import type {VolumePlan} from './plugins/volume-binding.js';

/**
Volumes assigned to Pods in their binding cycle, before the API shows this.

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

	/** The claim to which a volume is assigned, `namespace/name`. */
	claimOf(volume: string): string | undefined {
		return this.#claims.get(volume);
	}
}
