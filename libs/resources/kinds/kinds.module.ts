import { Global, Module } from '@nestjs/common';
import { Resources } from '#engine/resources/resources.js';
import { VersionRenderer } from '#engine/versions/rules/render.js';
import { VERSIONS } from './rules/older-versions.js';

const ALL = [{ provide: VersionRenderer, useValue: VERSIONS }, Resources];

/** Reads and renders objects of all kinds, in every process. */
@Global()
@Module({ providers: ALL, exports: ALL })
export class KindsModule {}
