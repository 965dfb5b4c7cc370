import type {PodSpec, PodTemplateSpec} from '../../objects/kubernetes.generated.js';

type Change = (spec: PodSpec) => PodSpec;

/** The template with another Pod spec; the template itself if it does not change. */
export const withPodSpec = (template: PodTemplateSpec, change: Change): PodTemplateSpec => {
	const spec = template.spec && change(template.spec);
	return spec === template.spec ? template : {...template, spec};
};

/** Changes a workload's Pod spec in `spec.template`. */
export const changeTemplate = <S extends {readonly template?: PodTemplateSpec}>(
	object: {spec: S},
	change: Change,
): void => {
	const template = object.spec?.template;
	const changed = template && withPodSpec(template, change);
	if (changed !== template) {
		object.spec = {...object.spec, template: changed};
	}
};
