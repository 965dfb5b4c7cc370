import {platform} from '../../kernel/platform.js';
import {examHeads, type ExamHead} from '../../classroom/exams/exam-heads.js';
import {readProgress, type Progress} from '../../classroom/progress.js';
import {drillHeads, lessonHeads, type LessonHead} from '../../classroom/heads.js';

/** The kind of a YAML file, by its contents. */
export type FileKind = 'manifest' | 'scenario' | 'recording';

/** A file of the current folder. */
export interface OfferedFile {
	readonly name: string;
	readonly kind: FileKind;
	/** The kinds of the objects in a manifest, in the order of the file. */
	readonly objects: readonly string[];
}

/** The offer of the home screen. */
export interface Offer {
	readonly lessons: readonly LessonHead[];
	/** The broken clusters, by level. */
	readonly drills: ReadonlyArray<{readonly name: string; readonly title: string; readonly level: number}>;
	/** The sets of exam tasks. */
	readonly exams: readonly ExamHead[];
	readonly progress: Progress;
	/** YAML files in the current folder. */
	readonly files: readonly OfferedFile[];
	readonly language: string;
}

/** The fields that distinguish a scenario from files for kubectl. */
const ofScenario =
	/^(?:seed|nodes|latencies|admission|images|users|traffic|clientLimits|kubeProxy|authorization|addons|objects):/m;

/** The kind of a file: from a scan of its lines, not a check. A file of no other kind counts as a manifest. */
export const fileKind = (text: string): Pick<OfferedFile, 'kind' | 'objects'> => {
	const objects = [...new Set([...text.matchAll(/^kind:\s*["']?(\w+)/gm)].map(([, kind = '']) => kind))];
	if (/^recording:/m.test(text) && /^fingerprint:/m.test(text)) {
		return {kind: 'recording', objects: []};
	}

	if (objects.length === 0 && !/^apiVersion:/m.test(text) && ofScenario.test(text)) {
		return {kind: 'scenario', objects: []};
	}

	return {kind: 'manifest', objects};
};

/** The scanned length of a file. */
const mostBytes = 1_000_000;

const lookAt = (folder: string, name: string): OfferedFile => {
	try {
		const file = `${folder}/${name}`;
		const {find, read} = platform();
		const text = (find(file)?.sizeBytes ?? 0) > mostBytes ? '' : new TextDecoder().decode(read(file, mostBytes));
		return {name, ...fileKind(text)};
	} catch {
		// It cannot be read: opening it says why.
		return {name, kind: 'manifest', objects: []};
	}
};

/** Reads the course, the progress and the current folder. */
export const readOffer = (language = 'en', folder = '.'): Offer => ({
	lessons: lessonHeads(language),
	drills: drillHeads(language),
	exams: examHeads(language),
	progress: readProgress(),
	files: platform()
		.names(folder)
		.filter((name) => /^[^.].*\.ya?ml$/i.test(name))
		.slice(0, 30)
		.map((name) => lookAt(folder, name)),
	language,
});
