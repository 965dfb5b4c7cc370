import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {GivenDocument} from './given-documents.js';

/** A file with more documents is cut: the memory of a cluster grows with its objects. */
const mostInFile = 250;

/** The most documents in a piece of a large file. Smaller pieces save memory: 500 Pods in five pieces need 214 MB, in two pieces 245 MB, at the same CPU cost. */
const mostInPiece = 100;

/** Kinds that each part includes if it needs them. */
const comesWithAll = new Set(['Namespace', 'CustomResourceDefinition']);

/** Documents of a file that refer to each other, directly or through others, in the order of the first of each. */
const connected = (
	documents: readonly GivenDocument[],
	needs: (document: GivenDocument) => readonly GivenDocument[],
): ReadonlyArray<readonly GivenDocument[]> => {
	const leaders = new Map(documents.map((document) => [document, document]));
	const leaderOf = (document: GivenDocument): GivenDocument => {
		let at = document;
		for (let next = leaders.get(at); next !== undefined && next !== at; next = leaders.get(at)) {
			leaders.set(at, leaders.get(next) ?? next);
			at = next;
		}

		return at;
	};
	for (const document of documents) {
		for (const other of comesWithAll.has(document.kind) ? [] : needs(document)) {
			if (leaders.has(other) && !comesWithAll.has(other.kind)) {
				leaders.set(leaderOf(other), leaderOf(document));
			}
		}
	}

	const groups = new Map<GivenDocument, GivenDocument[]>();
	for (const document of documents) {
		getOrInsert(groups, leaderOf(document), () => []).push(document);
	}

	return [...groups.values()];
};

/**
The documents of a file in pieces that can be checked separately: one piece, unless the file has very many documents.

@param most a file with at most this many documents stays whole, and a larger file's pieces are at most this large; but documents that refer to each other stay together
*/
export const piecesOf = (
	documents: readonly GivenDocument[],
	needs: (document: GivenDocument) => readonly GivenDocument[],
	most = mostInFile,
): ReadonlyArray<readonly GivenDocument[]> => {
	if (documents.length <= most) {
		return [documents];
	}

	const pieces: GivenDocument[][] = [];
	for (const group of connected(documents, needs)) {
		const last = pieces.at(-1);
		if (last && last.length + group.length <= Math.min(most, mostInPiece)) {
			last.push(...group);
		} else {
			pieces.push([...group]);
		}
	}

	return pieces.map((piece) => piece.sort((a, b) => a.index - b.index));
};
