import type {Container, LabelSelector, Pod, Volume} from '../../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../../objects/labels.js';
import {creates, objectOf, type AdmissionPlugin} from '../plugin.js';
import {equal} from '../../../kernel/equality.js';

/** settings.k8s.io/v1alpha1 PodPreset */
interface PodPreset {
	readonly metadata: {readonly name: string; readonly namespace?: string};
	readonly spec: {
		readonly selector?: LabelSelector;
		readonly env?: Container['env'];
		readonly envFrom?: Container['envFrom'];
		readonly volumes?: readonly Volume[];
		readonly volumeMounts?: Container['volumeMounts'];
	};
}

/** A variable, a volume or a mount. */
interface Named {
	readonly name?: string;
	readonly mountPath?: string;
}

const exclude = 'podpreset.admission.kubernetes.io/exclude';

/** Whether a different object exists under this name. */
const conflicts = (
	present: readonly Named[] = [],
	added: readonly Named[] = [],
	key: 'name' | 'mountPath' = 'name',
): boolean => added.some((item) => present.some((own) => own[key] === item[key] && !equal(own, item)));

const merged = <T extends Named>(
	present: readonly T[] | undefined,
	added: readonly T[] | undefined,
	key: 'name' | 'mountPath' = 'name',
): readonly T[] | undefined =>
	added && added.length > 0
		? [...(present ?? []), ...added.filter((item) => !(present ?? []).some((own) => own[key] === item[key]))]
		: present;

const fits = ({spec}: Pod, {env, volumes, volumeMounts}: PodPreset['spec']): boolean =>
	!conflicts(spec.volumes, volumes) &&
	spec.containers.every(
		(container) => !conflicts(container.env, env) && !conflicts(container.volumeMounts, volumeMounts, 'mountPath'),
	);

const withPreset = (pod: Pod, {metadata, spec: preset}: PodPreset): Pod => ({
	...pod,
	metadata: {
		...pod.metadata,
		annotations: {
			...pod.metadata.annotations,
			[`podpreset.admission.kubernetes.io/podpreset-${metadata.name}`]: '1',
		},
	},
	spec: {
		...pod.spec,
		...(preset.volumes ? {volumes: merged(pod.spec.volumes, preset.volumes)} : {}),
		containers: pod.spec.containers.map((container) => ({
			...container,
			...(preset.env ? {env: merged(container.env, preset.env)} : {}),
			...(preset.envFrom ? {envFrom: [...(container.envFrom ?? []), ...preset.envFrom]} : {}),
			...(preset.volumeMounts ? {volumeMounts: merged(container.volumeMounts, preset.volumeMounts, 'mountPath')} : {}),
		})),
	},
});

/** Adds the environment, volumes and mounts of the namespace's presets to the Pods that these select. @mirrors podpreset.Plugin.Admit */
export const podPreset = (configuration: unknown): AdmissionPlugin<'PodPreset'> => {
	// Simplified: objects of the scenario are used without validation.
	const configured: readonly PodPreset[] = Array.isArray(configuration) ? configuration : [];
	return {
		name: 'PodPreset',

		concerns: (attributes) => creates(attributes, 'pods'),

		admit(attributes) {
			const {namespace} = attributes;
			const pod = objectOf(attributes, 'v1 Pod');
			if (pod.metadata.annotations?.[exclude] === 'true') {
				return {object: pod, found: {case: 'excluded'}};
			}

			const matching = configured.filter(
				({metadata, spec}) =>
					(metadata.namespace ?? 'default') === namespace && matchesLabelSelector(spec.selector, pod.metadata.labels),
			);
			if (matching.length === 0) {
				return {object: pod, found: {case: 'none', namespace}};
			}

			const presets = matching.map(({metadata}) => metadata.name);
			if (!matching.every(({spec}) => fits(pod, spec))) {
				return {object: pod, found: {case: 'conflict', presets}};
			}

			return {
				object: matching.reduce((current, preset) => withPreset(current, preset), pod),
				found: {case: 'applied', presets},
			};
		},
	};
};
