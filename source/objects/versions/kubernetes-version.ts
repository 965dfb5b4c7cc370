/** The minor version of Kubernetes 1 whose answers were recorded: it decides the program's behaviour. */
export const simulatedMinor = 36;

/** The minor versions of Kubernetes 1 whose APIs and feature gates are known, the oldest first. */
export const knownMinors: readonly number[] = [31, 32, 33, 34, 35, 36, 37];

/** A version as people write it: `1.33`. */
export const versionText = (minor: number): string => `1.${minor}`;

/** The minor version that a text names, such as `1.33`, `v1.33` or `v1.33.4`; `undefined` where it is not a version of Kubernetes 1. */
export const minorIn = (text: string): number | undefined => {
	const [, minor] = /^v?1\.(\d{1,3})(?:\.\d+)?$/.exec(text.trim()) ?? [];
	return minor === undefined ? undefined : Number(minor);
};

/** The known versions in a message: `1.31 to 1.37`. */
export const knownVersionsText = `${versionText(knownMinors[0] ?? simulatedMinor)} to ${versionText(knownMinors.at(-1) ?? simulatedMinor)}`;
