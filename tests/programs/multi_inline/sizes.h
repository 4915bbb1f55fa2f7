#pragma once
enum { SIZE = 40 };
