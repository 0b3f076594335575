import { Module } from '@nestjs/common';
import { MetadataMask } from './metadata-mask.js';

@Module({ providers: [MetadataMask], exports: [MetadataMask] })
export class MetadataMaskModule {}
