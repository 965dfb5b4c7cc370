/** The path of kubectl's kubeconfig. */
export const kubeconfigPath = '~/.kube/config';

type Files = Readonly<Record<string, string>>;

/** The files that kubectl has written in a terminal. Each stays as kubectl wrote it until the user changes it. */
export class WrittenFiles {
	readonly #texts = new Map<string, {readonly before: string | undefined; readonly text: string}>();

	/** Records the text of a written file. @param given the files of the command that writes it. */
	write(file: string, text: string, given: Files = {}): void {
		this.#texts.set(file, {before: given[file], text});
	}

	/** The text of `~/.kube/config`, if kubectl has written it. */
	get kubeconfig(): string | undefined {
		return this.#texts.get(kubeconfigPath)?.text;
	}

	/** The files of a command, path → text. */
	read(given: Files = {}): Files {
		const kept = [...this.#texts].filter(([file, {before, text}]) => [before, text, undefined].includes(given[file]));
		return {...given, ...Object.fromEntries(kept.map(([file, {text}]) => [file, text]))};
	}
}
