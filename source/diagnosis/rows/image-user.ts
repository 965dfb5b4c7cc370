import type {Pod} from '../../objects/kubernetes.generated.js';
import type {PodContainer} from '../container-reference.js';
import type {Candidate, Finding} from '../symptom.js';

/** The change to an image that works as any user, if one exists: for `nginx`, the variant of its authors for users other than root. */
export const unprivilegedImage = ({spec, field}: PodContainer): Candidate | undefined => {
	const [, tag] = /^(?:(?:docker\.io\/)?library\/)?nginx(:[\w.-]+|)$/.exec(spec.image ?? '') ?? [];
	return tag === undefined
		? undefined
		: {field: [...field, 'image'], change: {value: `nginxinc/nginx-unprivileged${tag}`}};
};

/** A program that runs as a user other than the image's and may not write a file of the image. @param path the file, which is not in a volume */
export const notItsFile = (
	pod: Pod,
	container: PodContainer,
	path: string,
): Pick<Finding, 'field' | 'advice' | 'candidates'> | undefined => {
	const own = container.spec.securityContext?.runAsUser;
	const user = own ?? pod.spec.securityContext?.runAsUser;
	const better = unprivilegedImage(container);
	return user === undefined || user === 0
		? undefined
		: {
				field: [...(own === undefined ? ['spec'] : container.field), 'securityContext', 'runAsUser'],
				advice: [({pods}) => pods.notItsFile(path, user)],
				candidates: better === undefined ? [] : [better],
			};
};
