import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionController } from './accounts/session.controller.js';
import { AppList } from './apps/app-list.js';
import { DemoLogin } from './demo-login.js';
import { FirstStart } from './first-start.js';
import { SignInLimits } from './tokens/sign-in-limits.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensService } from './tokens/tokens.service.js';
import { UserEntity } from './users/user.entity.js';
import { UsersRepository } from './users/users.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity])],
  controllers: [TokensController, SessionController],
  providers: [TokensService, SignInLimits, AppList, DemoLogin, FirstStart, UsersRepository],
  exports: [TokensService, UsersRepository, FirstStart],
})
export class IdentityModule {}
