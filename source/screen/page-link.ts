/** A link of the page: the part of an address after `#`, which no server sees. */
export interface PageLink {
	readonly lesson?: string;
	/** The step of the lesson, counted from 1. */
	readonly step?: number;
	readonly drill?: string;
	readonly exam?: string;
	readonly language?: string;
	/** Manifests by file name; they are only simulated. */
	readonly files?: Readonly<Record<string, string>>;
	/** The text of a recording file, for a run that is more than manifests applied to a fresh cluster. */
	readonly recorded?: string;
	/** The path of a recording file on the server of the page. */
	readonly recording?: string;
	/** The stop at which the run opens. */
	readonly stop?: number;
	/** Whether the board opens and plays the story of the followed object. */
	readonly story?: boolean;
	/** The version of the program that has made the link: `0.1.0`. */
	readonly made?: string;
}

/** The most bytes of text in a link; more are refused, so that an address cannot make the page slow. */
export const mostLinkBytes = 2_000_000;

/** The text that is compressed as `run` of a link: manifests as an object, a recording as a list of its text; `undefined` for other links. */
export const runText = ({files, recorded}: PageLink): string | undefined =>
	recorded === undefined ? files && JSON.stringify(files) : JSON.stringify([recorded]);

/** The part of an address after `#`; the empty text for home. @param packed the compressed run, in base64 of URLs */
export const fragmentOf = (
	{lesson, step, drill, exam, language, recording, stop, story, made}: PageLink,
	packed: string | undefined,
): string => {
	const parts: ReadonlyArray<readonly [string, string | number | undefined]> = [
		['lesson', lesson],
		['step', step],
		['drill', drill],
		['exam', exam],
		['lang', language],
		['run', packed],
		['recording', recording],
		['stop', stop],
		['story', story ? 1 : undefined],
		['made', made],
	];
	return parts
		.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
		.join('&');
};

/** The list of the folders of versions, in the folder of the newest: the page reads it when another version made a link. */
export const versionsFile = 'versions.json';

/** The folder of a version beside the newest: that of its minor version, `v0.1`. */
export const folderOfVersion = (version: string): string => `v${version.split('.').slice(0, 2).join('.')}`;
