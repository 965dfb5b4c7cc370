import {FileTree, type Attributes, type Directory} from './file-tree.js';

const attributes = (mode: number): Attributes => ({mode, uid: 0, gid: 0, modifiedMs: 0});

const directories: ReadonlyArray<readonly [path: string, mode: number]> = [
	['/bin', 0o755],
	['/dev', 0o755],
	['/etc', 0o755],
	['/home', 0o755],
	['/lib', 0o755],
	['/mnt', 0o755],
	['/opt', 0o755],
	['/proc', 0o555],
	['/root', 0o700],
	['/run', 0o755],
	['/sbin', 0o755],
	['/srv', 0o755],
	['/sys', 0o555],
	['/tmp', 0o1777],
	['/usr', 0o755],
	['/usr/bin', 0o755],
	['/usr/sbin', 0o755],
	['/usr/local', 0o755],
	['/usr/local/bin', 0o755],
	['/usr/share', 0o755],
	['/var', 0o755],
	['/var/cache', 0o755],
	['/var/lib', 0o755],
	['/var/log', 0o755],
	['/var/tmp', 0o1777],
];

let made: Directory | undefined;

const inDirectory = (tree: FileTree, path: string): Directory => {
	let directory = tree.root;
	for (const name of path.split('/').filter(Boolean)) {
		const next = directory.get(name);
		if (next?.kind !== 'directory') {
			throw new Error(`${path} has no directory`);
		}

		directory = next;
	}

	return directory;
};

/** The directories that every image has, as a layer below what a container writes. It is never changed. */
export const standardFiles = (): Directory => {
	if (!made) {
		const tree = new FileTree(attributes(0o755));
		for (const [path, mode] of directories) {
			const slash = path.lastIndexOf('/');
			inDirectory(tree, path.slice(0, slash)).set(path.slice(slash + 1), tree.directory(attributes(mode), path));
		}

		inDirectory(tree, '/var').set('run', tree.link(attributes(0o777), '/run', '/var/run'));
		made = tree.root;
	}

	return made;
};
