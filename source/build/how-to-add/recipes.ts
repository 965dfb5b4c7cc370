import {controlPlaneRecipes} from './control-plane.js';
import {outsideRecipes} from './outside.js';
import type {Recipe} from './recipe.js';

/** An addition of each kind that the map counts by a script. */
export const recipes: readonly Recipe[] = [...controlPlaneRecipes, ...outsideRecipes];
