import type {Pod} from '../../objects/kubernetes.generated.js';
import {closest} from '../../scenario/mistake.js';
import type {PodContainer} from '../container-reference.js';
import type {Finding, Scene} from '../symptom.js';
import type {DiagnosisWords} from '../words/words.js';
import {mountedAt, sourceOf} from './mounted-files.js';

/** runc's words for a file over a directory, or a directory over a file. */
const misfit = /error mounting "[^"]*" to rootfs at "([^"]+)": (create mountpoint)?.*not a directory/;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The mount that the runtime cannot make. @param message runc's words. */
export const wrongMount = (
	pod: Pod,
	container: PodContainer,
	message: string,
	scene: Scene,
): Pick<Finding, 'field' | 'advice' | 'candidates'> | undefined => {
	const [, path, overFile] = misfit.exec(message) ?? [];
	const mounted = path === undefined ? undefined : mountedAt(pod, container, path);
	if (path === undefined || !mounted) {
		return undefined;
	}

	const {mount, index, volume} = mounted;
	const field = [...container.field, 'volumeMounts', index];
	if (overFile === undefined) {
		const file = nameOf(mount.subPath ?? '');
		return {
			field: [...field, 'mountPath'],
			advice: [({pods}) => pods.fileOverFolder(path, mount.subPath ?? volume.name)],
			candidates:
				file === '' ? [] : [{field: [...field, 'mountPath'], change: {value: `${path.replace(/\/$/, '')}/${file}`}}],
		};
	}

	const source = sourceOf(pod, volume, scene);
	const files = [...(source?.files.keys() ?? [])];
	const {subPath} = mount;
	if (source && subPath && !files.some((name) => name === subPath || name.startsWith(`${subPath}/`))) {
		const near = closest(subPath, files);
		return {
			field: [...field, 'subPath'],
			advice: [
				({pods}) => pods.subPathCreated(path, volume.name, subPath),
				...(files.length === 0
					? []
					: [({pods}: DiagnosisWords) => pods.keys(`${source.kind} ${source.name}`, files, near)]),
			],
			candidates: near === undefined ? [] : [{field: [...field, 'subPath'], change: {value: near}}],
		};
	}

	const file = files.find((name) => name === nameOf(path)) ?? (files.length === 1 ? files[0] : undefined);
	return {
		field: [...field, 'mountPath'],
		advice: [({pods}) => pods.folderOverFile(path, volume.name)],
		candidates: file === undefined ? [] : [{field: [...field, 'subPath'], change: {value: file}}],
	};
};
