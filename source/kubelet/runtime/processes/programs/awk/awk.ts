import type {Programs} from '../program.js';
export const awkPrograms: Programs = {};
